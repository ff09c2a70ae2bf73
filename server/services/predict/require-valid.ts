import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { checkRequest } from "#lib/contract/check-request.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { memberTexts } from "#lib/contract/member-texts.ts";
import { type ParsedBody, parseText } from "#lib/contract/parse-body.ts";
import type { OrderedRequest } from "#lib/contract/request.ts";
import { type ContractError, GatewayError } from "#server/errors.ts";

/** Steps 5 and 6 of the order of checks: the body is JSON, and a request that obeys the contract. */
export function requireShape(parsed: ParsedBody): OrderedRequest {
  if (!parsed.ok) throw invalidJson(parsed.issue);
  const check = checkRequest(parsed.value, parsed.duplicates);
  if (check.ok) return { request: check.request, options: parsed.options };
  const [first] = check.issues;
  throw new GatewayError(first.code, { message: first.message, issues: check.issues });
}

export function invalidJson(issue: Issue): ContractError {
  return new GatewayError("INVALID_JSON", { message: issue.message, issues: [issue] });
}

/** Steps 4 to 6 for a request that is not the body of an HTTP request: its text stands for the body. */
export function requireValid(text: string): OrderedRequest {
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) throw new GatewayError("REQUEST_TOO_LARGE");
  return requireShape(parseText(text));
}

/** The same for a request that is the member `request` of an object, in which no name may occur twice either. */
export function requireMember(text: string): OrderedRequest {
  const outer = parseText(text);
  if (!outer.ok) throw invalidJson(outer.issue);
  const ordered = requireValid(memberTexts(text)?.get("request") ?? "null");
  const [first] = outer.duplicates;
  if (first !== undefined) throw new GatewayError(first.code, { message: first.message, issues: outer.duplicates });
  return ordered;
}
