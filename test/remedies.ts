import { expect } from "vitest";
import { ERRORS } from "#lib/contract/error-table.ts";
import { REMEDIES } from "#lib/contract/http-refusals.ts";
import { REASON_NAMES, splitReason } from "#lib/contract/reasons.ts";

/** All remedies that differ from those of the error's code, reason and status. */
const OTHERS = [
  "Send a new key with each new request.",
  "Send a new key to try again.",
  "Retry later with the same key.",
  'Send one header line with 1 to 255 ASCII characters in quotation marks, such as "8e03978e-40d5".',
];

const ALL: readonly string[] = [
  ...Object.values(ERRORS).map(({ remedy }) => remedy),
  ...REASON_NAMES.map((reason) => splitReason(reason).remedy),
  ...Object.values(REMEDIES),
  ...OTHERS,
];

/** Asserts that a message of the API states a cause, then what the caller can do, and the latter only once. */
export function expectCauseAndRemedy(message: unknown): void {
  const remedy = ALL.find((one) => String(message).endsWith(` ${one}`));
  expect(remedy, `no remedy: ${message}`).toBeDefined();
  expect(String(message).split(remedy ?? "")).toHaveLength(2);
  expect(message).toMatch(/^\S.*[.)“”"] \S/);
}
