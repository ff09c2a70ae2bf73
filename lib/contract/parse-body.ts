import { type ScannedNames, scanNames } from "./duplicate-names.ts";
import type { Issue } from "./issue.ts";
import type { Json } from "./json.ts";

export type ParsedBody = ({ readonly ok: true; readonly value: Json } & ScannedNames) | Malformed;

interface Malformed {
  readonly ok: false;
  readonly issue: Issue;
}

// The decoder keeps a byte order mark, so that parseText() can refuse it, and throws on malformed UTF-8.
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

/** Parses JSON and scans it for the facts about names that `JSON.parse` loses. */
export function parseText(text: string): ParsedBody {
  if (text === "") return malformed("The body is empty.");
  if (text.startsWith("\uFEFF")) return malformed("The body starts with a byte order mark.");
  try {
    return { ok: true, value: JSON.parse(text) as Json, ...scanNames(text) };
  } catch (error) {
    return malformed(`The body is not valid JSON${describePosition(error)}.`);
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
