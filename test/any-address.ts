import { randomInt } from "node:crypto";

/** Returns a new address each time, so that the tests' many sign-ins stay below the limit per address. */
export function anyAddress(): string {
  return ["10", ...Array.from({ length: 3 }, () => randomInt(256))].join(".");
}
