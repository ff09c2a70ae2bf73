import { randomInt } from "node:crypto";

/** Returns a random IPv4 address, so that the tests' many sign-ins do not exceed the sign-in limit per address. */
export function anyAddress(): string {
  return ["10", ...Array.from({ length: 3 }, () => randomInt(256))].join(".");
}
