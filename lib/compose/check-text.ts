import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { checkRequest } from "#lib/contract/check-request.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { reformatJson } from "./reformat-json.ts";

export interface TextCheck {
  /** The request body: the JSON on one line, or the unchanged text if it is not JSON. */
  readonly body: string;
  readonly bytes: number;
  readonly request: PredictionRequest | undefined;
  /** Violations in the order of checks. The API returns the error code of the first. */
  readonly issues: readonly Issue[];
}

const encoder = new TextEncoder();

/** Checks the size, syntax and fields of a request body while it is being edited, as the API does. */
export function checkText(text: string): TextCheck {
  const parsed = parseText(text);
  const body = parsed.ok ? reformatJson(text, 0) : text;
  const { length: bytes } = encoder.encode(body);
  const refused = (issues: readonly Issue[]): TextCheck => ({ body, bytes, request: undefined, issues });
  if (bytes > MAX_BODY_BYTES) {
    const message = `The body has ${bytes} bytes; the limit is ${MAX_BODY_BYTES}. Shorten or remove observations.`;
    return refused([{ code: "REQUEST_TOO_LARGE", path: "", message }]);
  }
  if (!parsed.ok) return refused([parsed.issue]);
  const check = checkRequest(parsed.value, parsed.duplicates);
  return check.ok ? { body, bytes, request: check.request, issues: [] } : refused(check.issues);
}
