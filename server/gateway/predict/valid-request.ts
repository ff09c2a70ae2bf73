import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { checkRequest } from "#lib/contract/check-request.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { memberTexts } from "#lib/contract/member-texts.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import type { OrderedRequest, PredictionInput, PredictionRequest, Task } from "#lib/contract/request.ts";
import { type Identified, identify } from "#server/base/digest.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";

/** A valid request with values derived from its content alone, which are computed lazily and never change. */
export class ValidRequest implements OrderedRequest {
  readonly request: PredictionRequest;
  readonly options: readonly string[];
  #task: Identified<Task> | undefined;
  #input: Identified<PredictionInput> | undefined;

  constructor({ request, options }: OrderedRequest) {
    this.request = request;
    this.options = options;
  }

  get task(): Identified<Task> {
    this.#task ??= identify(this.request.task);
    return this.#task;
  }

  get input(): Identified<PredictionInput> {
    this.#input ??= identify(this.request.input);
    return this.#input;
  }
}

export function requireShape(text: string): ValidRequest {
  const parsed = parseText(text);
  if (!parsed.ok) throw invalidJson(parsed.issue);
  const check = checkRequest(parsed.value, parsed.duplicates);
  if (check.ok) return new ValidRequest({ request: check.request, options: parsed.options });
  const [first] = check.issues;
  throw new GatewayError(first.code, { message: first.message, issues: check.issues });
}

export function invalidJson(issue: Issue): ContractError {
  return new GatewayError("INVALID_JSON", { message: issue.message, issues: [issue] });
}

/** Validates size, JSON and shape of a request that is not an HTTP body of its own, such as a line of an import. */
export function requireValid(text: string): ValidRequest {
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) throw new GatewayError("REQUEST_TOO_LARGE");
  return requireShape(text);
}

/** Validates a request in the field `request` of a JSON object. Duplicate names in that object are refused too. */
export function requireMember(text: string): ValidRequest {
  const outer = parseText(text);
  if (!outer.ok) throw invalidJson(outer.issue);
  const valid = requireValid(memberTexts(text)?.get("request") ?? "null");
  const [first] = outer.duplicates;
  if (first !== undefined) throw new GatewayError(first.code, { message: first.message, issues: outer.duplicates });
  return valid;
}
