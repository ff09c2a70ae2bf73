import { randomInt } from "node:crypto";

/** A new address each time, so that the tests' many sign-ins do not exceed the limit of one address. */
export function anyAddress(): string {
  return ["10", ...Array.from({ length: 3 }, () => randomInt(256))].join(".");
}
