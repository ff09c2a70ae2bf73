import { memberTexts } from "#lib/contract/member-texts.ts";
import { decodeBody, parseBody } from "#lib/contract/parse-body.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { invalidJson, requireMember, requireValid } from "#server/gateway/predict/valid-request.ts";

/** The body of a call or of a batch of calls. It is parsed once for all calls of a batch. */
export class SentBody {
  readonly bytes: Uint8Array;
  readonly #isBatch: boolean;
  #text: string | undefined;
  #members: ReadonlyMap<string, string> | undefined;

  constructor(bytes: Uint8Array, isBatch: boolean) {
    this.bytes = bytes;
    this.#isBatch = isBatch;
  }

  /** Returns the input of a call as JSON text, exactly as it was sent. Throws INVALID_JSON. */
  inputText(batchIndex = 0): string {
    this.#text ??= this.#decode();
    if (!this.#isBatch) return this.#text;
    this.#members ??= memberTexts(this.#text);
    if (this.#members === undefined) throw notJson(this);
    return this.#members.get(String(batchIndex)) ?? "";
  }

  #decode(): string {
    const text = decodeBody(this.bytes);
    if (typeof text !== "string") throw invalidJson(text.issue);
    return text;
  }
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

/** The input of an in-process call is serialized. */
function inputText({ body, batchIndex, input }: Call): string {
  return body === undefined ? (JSON.stringify(input) ?? "") : body.inputText(batchIndex);
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
