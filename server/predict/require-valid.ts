import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { checkRequest } from "#lib/contract/check-request.ts";
import type { Issue } from "#lib/contract/issue.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { GatewayError } from "#server/error.ts";

/** Step 6: the request obeys the contract. `found` are violations that only the text of the body shows. */
export function requireShape(value: unknown, found: readonly Issue[] = []): PredictionRequest {
  const check = checkRequest(value, found);
  if (check.ok) return check.request;
  const [first] = check.issues;
  throw new GatewayError(first.code, { message: first.message, issues: check.issues });
}

/** Steps 4 and 6 for a request that did not come as a body: its size is that of its shortest JSON. */
export function requireValid(value: unknown): PredictionRequest {
  if (Buffer.byteLength(JSON.stringify(value) ?? "") > MAX_BODY_BYTES) throw new GatewayError("REQUEST_TOO_LARGE");
  return requireShape(value);
}
