import * as z from "zod/mini";
import type { ChannelMessage, ChannelType } from "#lib/contract/webhook.ts";
import { countOf } from "#lib/format.ts";

/** Owner of the organisation's webhook. Every other owner of a webhook is the id of an API key. */
export const ORGANISATION = "organisation";

/** `signed`: Standard Webhooks. `slack`: a sentence for an incoming webhook of Slack, only for the organisation. */
export const WEBHOOK_FORMATS = ["signed", "slack"] as const;

export const DELIVERY_STATUSES = ["waiting", "delivered", "failed"] as const;

export const DELIVERY_ERRORS = {
  address: "the IP address is private or reserved",
  name: "the host name was not found",
  connection: "the connection failed",
  tls: "the certificate is not trusted",
  timeout: "no response in time",
} as const;

export type DeliveryError = keyof typeof DELIVERY_ERRORS;

/** Rule for URLs, unless the deployment permits private addresses. */
export const PUBLIC_URL = "Use an https URL on the public internet.";

const MAX_URL = 2_000;
const INVALID = "Enter an address, such as https://example.com/hooks/forecasts.";

/** Accepts http and private addresses. The deployment decides whether they are allowed. */
const webhookUrl = z.string().check(
  z.trim(),
  z.maxLength(MAX_URL, `Use at most ${MAX_URL} characters.`),
  z.refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, hash } = new URL(text);
    return /^https?:$/.test(protocol) && username === "" && password === "" && hash === "";
  }, INVALID),
);

export const webhookForm = z.object({ format: z.enum(WEBHOOK_FORMATS), url: webhookUrl });

export type WebhookForm = z.infer<typeof webhookForm>;

/** Sentences for Slack, without the number in front: singular, plural, and the label of the link to the console. */
const SENTENCES: Readonly<Record<ChannelType, readonly [one: string, many: string, link: string]>> = {
  "submission.waiting": ["submission waits for review", "submissions wait for review", "Open the review queue"],
  "submission.overdue": ["review is overdue", "reviews are overdue", "Open the review queue"],
  "outcome.due": ["question waits for an outcome", "questions wait for an outcome", "Open the questions"],
  "audit.alarm": ["alarm about the audit log", "alarms about the audit log", "Open the console"],
};

/** Returns a message as text for Slack. The text has no evidence, questions or reasons. */
export function writeSlackText({ type, data }: ChannelMessage): string {
  if (type === "test") return "This is a test of the forecasting gateway.";
  const [one, many, link] = SENTENCES[type];
  // Slack requires only these three characters to be escaped.
  const url = data.url.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `${countOf(data.count, one, many)}. <${url}|${link}>`;
}
