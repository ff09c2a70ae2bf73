import { sha256 } from "#server/base/digest.ts";
import type { RequestCounter } from "#server/limits/request-counter.ts";
import { networkOf } from "./network-of.ts";

export const SIGN_IN_WINDOW_SECONDS = 15 * 60;

/**
 * Failed sign-ins allowed per window. A browser that has signed in to the account before has its own count, so an
 * attacker elsewhere cannot lock out the owner.
 */
const MAX_FAILURES = { account: 10, browser: 10, address: 100 } as const;

interface SignInAttempt {
  /** Undefined if the request is malformed. */
  readonly email: string | undefined;
  readonly address: string;
  /** Id from the known-browser cookie; undefined without a valid cookie. */
  readonly browser: string | undefined;
}

export type SignInLimit = ReturnType<typeof createSignInLimit>;

/** Counts failed sign-ins per network address, and per account or known browser. */
export function createSignInLimit(counter: RequestCounter) {
  return {
    /** Counts the attempt as failed before the password is checked, so parallel attempts cannot exceed the limit. */
    async begin(attempt: SignInAttempt) {
      const counted: string[] = [];
      /** `wait`: seconds to wait; undefined if the password may be checked. */
      const begun = (wait?: number) => ({
        wait,
        /** Call after a correct password: the attempt no longer counts as failed. */
        async succeed() {
          await Promise.all(counted.map((key) => counter.add(key, -1)));
        },
      });
      for (const { key, most } of keysOf(attempt)) {
        const { count, endsIn } = await counter.add(key, 1);
        if (count > most) return begun(Math.max(1, Math.ceil(endsIn / 1000)));
        counted.push(key);
      }
      return begun();
    },
    close: () => counter.close(),
  };
}

/**
 * Returns the counters of an attempt. The network address is counted first: once it is over its limit, further attempts
 * must neither lock accounts nor use memory for invented e-mail addresses. E-mail addresses are hashed, so Redis never
 * stores them.
 */
function keysOf({ email, address, browser }: SignInAttempt) {
  const network = { key: `address:${networkOf(address)}`, most: MAX_FAILURES.address };
  if (email === undefined) return [network];
  const account = sha256(email.trim().toLowerCase()).toString("base64url");
  return [
    network,
    browser === undefined
      ? { key: `account:${account}`, most: MAX_FAILURES.account }
      : { key: `browser:${account}:${browser}`, most: MAX_FAILURES.browser },
  ];
}
