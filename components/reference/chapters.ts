/** The chapters of the reference: anchor and title. */
export const CHAPTERS = [
  ["call", "First call"],
  ["review", "From request to forecast"],
  ["repeating", "Repeating a call"],
  ["request", "Request"],
  ["kinds", "Structured observations"],
  ["response", "Response"],
  ["illustration", "Illustration"],
  ["errors", "Errors"],
  ["order", "Order of checks"],
  ["limits", "Limits and headers"],
] as const;
