import { memberTexts } from "#lib/contract/member-texts.ts";
import { decodeBody, parseBody, parseText } from "#lib/contract/parse-body.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";
import { invalidJson, requireMember, requireValid } from "#server/gateway/predict/require-valid.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";

export interface SentBody {
  readonly bytes: Uint8Array;
  readonly isBatch: boolean;
}

interface Call {
  /** Undefined for an in-process call. */
  readonly body: SentBody | undefined;
  readonly batchIndex: number | undefined;
  /** The input as parsed by tRPC. */
  readonly input: unknown;
}

/**
 * Reads the prediction request of a call from the raw body, as `/v1/predict` does. The input parsed by tRPC is not
 * sufficient: JSON.parse() drops duplicate names and the order of some options, and tRPC accepts malformed UTF-8. If
 * the input is a string, the string is the text of the request.
 */
export function readSentRequest(call: Call): ValidRequest {
  const text = inputText(call);
  return requireValid(typeof call.input === "string" ? call.input : text);
}

/** Reads the field `request` of a call's input, in the same way as readSentRequest(). */
export function readSentMember(call: Call & { readonly input: { readonly request?: unknown } }): ValidRequest {
  const text = inputText(call);
  const { request } = call.input;
  return typeof request === "string" ? requireValid(request) : requireMember(text);
}

/** Returns the input as JSON text, exactly as it was sent. The input of an in-process call is serialized. */
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
 * Returns the error for a call that tRPC could not parse as JSON, with the message of `/v1/predict`: messages of tRPC
 * may repeat the input.
 */
export function notJson(body: SentBody | undefined): ContractError {
  const parsed = body === undefined ? undefined : parseBody(body.bytes);
  if (parsed?.ok === false) return invalidJson(parsed.issue);
  return new GatewayError("INVALID_JSON", { message: "The input is not valid JSON." });
}
