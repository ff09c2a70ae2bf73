/** Notifications of callers, and how their delivery goes. */

export const DELIVERY_STATUSES = ["waiting", "delivered", "failed"] as const;

/** Why an attempt got no answer. */
export const DELIVERY_ERRORS = {
  address: "the address is private or reserved",
  name: "the name was not found",
  connection: "no connection",
  tls: "the certificate is not trusted",
  timeout: "no answer in time",
} as const;

export type DeliveryError = keyof typeof DELIVERY_ERRORS;
