import { memberTexts } from "#lib/contract/member-texts.ts";
import { decodeBody, parseBody, parseText } from "#lib/contract/parse-body.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";
import { invalidJson, requireMember, requireValid } from "#server/gateway/predict/require-valid.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";

/** HTTP body of a call or a batch of calls. */
export interface SentBody {
  readonly bytes: Uint8Array;
  readonly isBatch: boolean;
}

interface Call {
  /** Undefined for a call within this process. */
  readonly body: SentBody | undefined;
  /** The call's index in its batch. */
  readonly batchIndex: number | undefined;
  /** Input as parsed by tRPC. */
  readonly input: unknown;
}

/**
 * Reads the prediction request of a call from the raw body, as REST does: JSON.parse drops duplicate names and the
 * order of some options, and tRPC accepts malformed UTF-8. A string input is the text of a request.
 */
export function readSentRequest(call: Call): ValidRequest {
  const text = inputText(call);
  return requireValid(typeof call.input === "string" ? call.input : text);
}

/** Reads the member `request` of a call in the same way. */
export function readSentMember(call: Call & { readonly input: { readonly request?: unknown } }): ValidRequest {
  const text = inputText(call);
  const { request } = call.input;
  return typeof request === "string" ? requireValid(request) : requireMember(text);
}

/** Returns the text of the input as it was sent. */
function inputText({ body, batchIndex = 0, input }: Call): string {
  if (body === undefined) return JSON.stringify(input) ?? "";
  const text = decodeBody(body.bytes);
  if (typeof text !== "string") throw invalidJson(text.issue);
  if (!body.isBatch) return text;
  const whole = parseText(text);
  if (!whole.ok) throw invalidJson(whole.issue);
  return memberTexts(text)?.get(String(batchIndex)) ?? "";
}

/**
 * Error for a call that tRPC could not parse as JSON. Uses the messages of REST: those of tRPC may repeat the input.
 */
export function notJson(body: SentBody | undefined): ContractError {
  const parsed = body === undefined ? undefined : parseBody(body.bytes);
  if (parsed?.ok === false) return invalidJson(parsed.issue);
  return new GatewayError("INVALID_JSON", { message: "The input is not valid JSON." });
}
