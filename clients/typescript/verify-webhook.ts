import { createHmac, timingSafeEqual } from "node:crypto";
import type { components } from "./api.ts";

type Schemas = components["schemas"];
/** A message to a webhook. Ignore types that you do not know; an administrator's test has the type `test`. */
export type WebhookMessage = Schemas[`${"Submission" | "Outcome" | "Organisation" | "Test"}Message`];

const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a webhook delivery and returns its message. `body` is the text as it came, before it is
 * parsed. Throws an Error if the signature does not match, or if the message was sent more than five minutes ago.
 *
 * @example
 * const message = verifyWebhook(secret, request.headers, await text(request));
 * if (message.type === "outcome.confirmed") save(message.data.scores);
 */
export function verifyWebhook(
  secret: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  now = Date.now(),
): WebhookMessage {
  const read = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? "");
  const [id, timestamp, signatures] = [read("webhook-id"), read("webhook-timestamp"), read("webhook-signature")];
  if (!(Math.abs(now / 1_000 - Number(timestamp)) < TOLERANCE_SECONDS))
    throw new Error("The webhook's timestamp is missing or too far from the present.");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  const isSigned = signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new Error("The webhook's signature does not match.");
  return JSON.parse(body);
}
