import * as z from "zod/mini";

export const DELIVERY_STATUSES = ["waiting", "delivered", "failed"] as const;

export const DELIVERY_ERRORS = {
  address: "the address is private or reserved",
  name: "the name was not found",
  connection: "no connection",
  tls: "the certificate is not trusted",
  timeout: "no answer in time",
} as const;

export type DeliveryError = keyof typeof DELIVERY_ERRORS;

const MAX_URL = 2_000;
const INVALID = "Enter an address, such as https://example.com/hooks/forecasts.";

/** Whether http and private addresses are allowed depends on the deployment. */
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
