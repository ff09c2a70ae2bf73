import * as z from "zod/mini";

export const DELIVERY_STATUSES = ["waiting", "delivered", "failed"] as const;

export const DELIVERY_ERRORS = {
  address: "the IP address is private or reserved",
  name: "the host name was not found",
  connection: "the connection failed",
  tls: "the certificate is not trusted",
  timeout: "no response in time",
} as const;

export type DeliveryError = keyof typeof DELIVERY_ERRORS;

const MAX_URL = 2_000;
const INVALID = "Enter an address, such as https://example.com/hooks/forecasts.";

/** Accepts http and private addresses. The deployment decides whether they are allowed. */
export const webhookUrl = z.string().check(
  z.trim(),
  z.maxLength(MAX_URL, `Use at most ${MAX_URL} characters.`),
  z.refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, hash } = new URL(text);
    return /^https?:$/.test(protocol) && username === "" && password === "" && hash === "";
  }, INVALID),
);

export const webhookForm = z.object({ url: webhookUrl });
