import { memberTexts } from "#lib/contract/member-texts.ts";
import { decodeBody, parseBody, parseText } from "#lib/contract/parse-body.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";
import { invalidJson, requireMember, requireValid } from "#server/gateway/predict/require-valid.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";

/** The HTTP body of a call, or of a batch of calls, as it was sent. */
export interface SentBody {
  readonly bytes: Uint8Array;
  readonly isBatch: boolean;
}

interface Call {
  /** Undefined for a call within this process. */
  readonly body: SentBody | undefined;
  /** The call's index in its batch. */
  readonly batchIndex: number | undefined;
  /** What tRPC has read. */
  readonly input: unknown;
}

/**
 * Reads the prediction request that a call consists of, as REST reads a body: from its text, for JSON.parse drops a
 * duplicate name and the order of some options, and tRPC malformed UTF-8. A string is the text of a request.
 */
export function readSentRequest(call: Call): ValidRequest {
  const text = inputText(call);
  return requireValid(typeof call.input === "string" ? call.input : text);
}

/** The same for a call of which the request is one member: `request`. */
export function readSentMember(call: Call & { readonly input: { readonly request?: unknown } }): ValidRequest {
  const text = inputText(call);
  const { request } = call.input;
  return typeof request === "string" ? requireValid(request) : requireMember(text);
}

/** The input of a call as it stands in the text that was sent. */
function inputText({ body, batchIndex = 0, input }: Call): string {
  if (body === undefined) return JSON.stringify(input) ?? "";
  const text = decodeBody(body.bytes);
  if (typeof text !== "string") throw invalidJson(text.issue);
  if (!body.isBatch) return text;
  const whole = parseText(text);
  if (!whole.ok) throw invalidJson(whole.issue);
  return memberTexts(text)?.get(String(batchIndex)) ?? "";
}

/** The refusal of a call that tRPC could not read as JSON: in the words of REST, for tRPC's may repeat what was sent. */
export function notJson(body: SentBody | undefined): ContractError {
  const parsed = body === undefined ? undefined : parseBody(body.bytes);
  if (parsed?.ok === false) return invalidJson(parsed.issue);
  return new GatewayError("INVALID_JSON", { message: "The input is not valid JSON." });
}
