import { createHmac, timingSafeEqual } from "node:crypto";
import type { components } from "./api.ts";
import { check, readNumber, readSecret } from "./arguments.ts";
import { WebhookError } from "./errors.ts";

type Schemas = components["schemas"];
/** A message to a webhook. Ignore types that you do not know; an administrator's test has the type `test`. */
export type WebhookMessage = Schemas[`${"Submission" | "Outcome" | "Organisation" | "Test"}Message`];

/** Headers of the Fetch API, of `node:http`, or by name in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a webhook delivery and returns its message. `body` is the text or the bytes as they came,
 * before they are parsed. `now` is the time in milliseconds since 1970. Throws a WebhookError if the signature does not
 * match, or if the message was sent more than five minutes ago.
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  now = Date.now(),
): WebhookMessage {
  const encoded = readSecret("secret", secret).replace(/^whsec_/, "");
  const key = Buffer.from(encoded, "base64");
  check(key.toString("base64") === encoded && encoded !== "", 'secret must be "whsec_" and base64');
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ArrayBuffer;
  check(isRaw, "body must be the text or the bytes of the request, before they are parsed");
  const bytes = typeof body === "string" ? Buffer.from(body) : new Uint8Array(body);
  const read = headerReader(headers);
  const [id, timestamp, signatures] = [read("webhook-id"), read("webhook-timestamp"), read("webhook-signature")];
  const sentAt = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(readNumber("now", now, 0, 8.64e15) / 1_000 - sentAt) <= TOLERANCE_SECONDS))
    throw new WebhookError("The webhook's timestamp is missing or too far from the present");
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(bytes).digest("base64");
  const expected = Buffer.from(`v1,${digest}`);
  const isSigned = signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new WebhookError("The webhook's signature does not match");
  try {
    const message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof message.type === "string") return message;
  } catch {}
  throw new WebhookError("The webhook's body is not a message of a gateway");
}

function headerReader(headers: WebhookHeaders): (name: string) => string {
  check(typeof headers === "object" && headers !== null, "headers must be the headers of the request");
  const { get } = headers;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => String((typeof get === "function" ? get.call(headers, name) : byName.get(name)) ?? "");
}
