import { isIPv6 } from "node:net";
import { sha256 } from "#server/digest.ts";
import type { RequestCounter } from "#server/infra/limits/request-counter.ts";

export const SIGN_IN_WINDOW_SECONDS = 15 * 60;

/**
 * Failures per window before sign-in is refused. A browser that has signed in to the account before has its own count,
 * so that an attacker elsewhere cannot lock the owner out.
 */
const MOST = { account: 10, browser: 10, address: 100 } as const;

export interface SignInAttempt {
  readonly email: string;
  readonly address: string;
  /** The id from the cookie of a browser that has signed in to this account before. */
  readonly browser: string | undefined;
}

/** Counts failed sign-ins per account and per address. */
export interface SignInLimit {
  /** Counts an attempt as failed before the password is checked, so that parallel attempts cannot exceed the limit. */
  begin(attempt: SignInAttempt): Promise<Begun>;
  close(): void;
}

export interface Begun {
  /** Seconds to wait, or undefined if the password may be checked. */
  readonly wait: number | undefined;
  /** Takes the count back after a correct password. */
  succeed(): Promise<void>;
}

export function createSignInLimit(counter: RequestCounter): SignInLimit {
  return {
    async begin(attempt) {
      const keys = keysOf(attempt);
      const counts = await Promise.all(keys.map(({ key }) => counter.add(key, 1)));
      const over = counts.filter(({ count }, index) => count > (keys[index]?.most ?? 0));
      const wait = over.length === 0 ? undefined : Math.max(...over.map(({ endsIn }) => Math.ceil(endsIn / 1000)), 1);
      return {
        wait,
        async succeed() {
          await Promise.all(keys.map(({ key }) => counter.add(key, -1)));
        },
      };
    },
    close: () => counter.close(),
  };
}

/** Redis stores a digest of the email address, never the address itself. */
function keysOf({ email, address, browser }: SignInAttempt) {
  const account = sha256(email.trim().toLowerCase()).toString("base64url");
  return [
    browser === undefined
      ? { key: `account:${account}`, most: MOST.account }
      : { key: `browser:${account}:${browser}`, most: MOST.browser },
    { key: `address:${networkOf(address)}`, most: MOST.address },
  ];
}

/** For IPv6, the /64 network: one client usually controls all of its addresses. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("%", 1).join("").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const missing = address.includes("::") ? 8 - before.length - after.length : 0;
  const groups = [...before, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
