import { type ScannedNames, scanNames } from "./duplicate-names.ts";
import type { Issue } from "./issue.ts";
import type { Json } from "./json.ts";

export type ParsedBody = ({ readonly ok: true; readonly value: Json } & ScannedNames) | Malformed;

interface Malformed {
  readonly ok: false;
  readonly issue: Issue;
}

// The decoder keeps a byte order mark, so that parseJson() can refuse it, and throws on malformed UTF-8.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses the bytes of a body as JSON. Duplicate names are listed in the result; they do not make parsing fail. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  const text = decodeBody(bytes);
  return typeof text === "string" ? parseText(text) : text;
}

export function decodeBody(bytes: Uint8Array): string | Malformed {
  try {
    return decoder.decode(bytes);
  } catch {
    return malformed("The body is not valid UTF-8.");
  }
}

export function parseText(text: string): ParsedBody {
  const parsed = parseJson(text);
  return parsed.ok ? { ...parsed, ...scanNames(text) } : parsed;
}

/** Parses JSON without scanning for duplicate names. */
export function parseJson(text: string): { readonly ok: true; readonly value: Json } | Malformed {
  if (text === "") return malformed("The body is empty.");
  if (text.startsWith("\uFEFF")) return malformed("The body starts with a byte order mark.");
  // No stack trace: capturing one would dominate the time of refusing a malformed body.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return malformed(`The body is not valid JSON${describePosition(error)}.`);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const PLACE = / JSON at position (\d+)(?: \(line \d+ column \d+\))?$/;

/**
 * Describes the position of a syntax error. The rest of the parser's message is not used, because it may quote the
 * caller's text.
 */
function describePosition(error: unknown): string {
  const position = error instanceof Error ? PLACE.exec(error.message)?.[1] : undefined;
  return position === undefined ? "" : ` (at character ${position})`;
}

function malformed(message: string): Malformed {
  return { ok: false, issue: { code: "INVALID_JSON", path: "", message } };
}
