import { isIPv6 } from "node:net";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { sha256 } from "#server/digest.ts";
import type { RedisCounter } from "#server/infra/limits/redis-counter.ts";

export const SIGN_IN_WINDOW_SECONDS = 15 * 60;

/**
 * Failures in a window after which a sign-in is refused. A browser that has signed in to the account before counts by
 * itself: whoever guesses from elsewhere cannot lock its owner out there.
 */
const MOST = { account: 10, browser: 10, address: 100 } as const;

export interface SignInAttempt {
  readonly email: string;
  readonly address: string;
  /** The id in the cookie of a browser that has signed in to this account before. */
  readonly browser: string | undefined;
}

/** Failed sign-ins, for each account and for each address; in Redis for all processes where there is one. */
export interface SignInLimit {
  /** Counts an attempt as failed before it is made, so that many at once are no more than one after the other. */
  begin(attempt: SignInAttempt): Promise<Begun>;
  close(): void;
}

export interface Begun {
  /** Seconds to wait; undefined: the password may be tried. */
  readonly wait: number | undefined;
  /** Takes the count back: the password was right. */
  succeed(): Promise<void>;
}

export function createSignInLimit(redis: RedisCounter | undefined): SignInLimit {
  // Counted here as well, so that a Redis that fails gives nobody a fresh allowance. It forgets by itself.
  const local = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: SIGN_IN_WINDOW_SECONDS });

  async function add(key: string, points: 1 | -1): Promise<{ readonly count: number; readonly endsIn: number }> {
    const counted = points === 1 ? local.consume(key) : local.reward(key);
    const [{ consumedPoints: count, msBeforeNext: endsIn }, shared] = await Promise.all([
      counted,
      redis?.add(key, points),
    ]);
    return shared !== undefined && shared.count > count ? shared : { count, endsIn };
  }

  return {
    async begin(attempt) {
      const keys = keysOf(attempt);
      const counts = await Promise.all(keys.map(({ key }) => add(key, 1)));
      const over = counts.filter(({ count }, index) => count > (keys[index]?.most ?? 0));
      const wait = over.length === 0 ? undefined : Math.max(...over.map(({ endsIn }) => Math.ceil(endsIn / 1000)), 1);
      return {
        wait,
        async succeed() {
          await Promise.all(keys.map(({ key }) => add(key, -1)));
        },
      };
    },
    close: () => redis?.close(),
  };
}

/** No address of a person lies in Redis: of an account only the digest. */
function keysOf({ email, address, browser }: SignInAttempt) {
  const account = sha256(email.trim().toLowerCase()).toString("base64url");
  return [
    browser === undefined
      ? { key: `account:${account}`, most: MOST.account }
      : { key: `browser:${account}:${browser}`, most: MOST.browser },
    { key: `address:${networkOf(address)}`, most: MOST.address },
  ];
}

/** Of IPv6 the network of 64 bits, for whoever has one address has all of them. */
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
