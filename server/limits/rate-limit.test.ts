import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRateLimit, rateLimitHeaders, WINDOW_SECONDS } from "./rate-limit.ts";
import { createMemoryCounter } from "./request-counter.ts";

const limitInMemory = () => createRateLimit(createMemoryCounter(WINDOW_SECONDS));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});

describe("the rate limit of a process", () => {
  it("allows exactly the limit of a credential per minute, whatever other credentials send", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.constantFrom("a", "b"), { maxLength: 120 }),
        async (limit, callers) => {
          const rateLimit = limitInMemory().count;
          const statuses = await Promise.all(callers.map(async (id) => ({ id, ...(await rateLimit(id, limit)) })));
          for (const id of ["a", "b"]) {
            const mine = statuses.filter((status) => status.id === id);
            expect(mine.map(({ allowed }) => allowed)).toEqual(mine.map((_, index) => index < limit));
            expect(mine.map(({ remaining }) => remaining)).toEqual(
              mine.map((_, index) => Math.max(0, limit - index - 1)),
            );
          }
        },
      ),
    );
  });

  it("asks nobody to wait for more than a minute, even if the clock was set back by an hour", async () => {
    const rateLimit = limitInMemory().count;
    await rateLimit("a", 1);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await rateLimit("a", 1)).toMatchObject({ allowed: false, resetSeconds: WINDOW_SECONDS });
  });

  it("starts a new window after a minute, even if requests were refused in the meantime", async () => {
    const rateLimit = limitInMemory().count;
    await rateLimit("a", 2);
    await rateLimit("a", 2);
    vi.advanceTimersByTime(30_000);
    expect(await rateLimit("a", 2)).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 30 });
    vi.advanceTimersByTime(29_999);
    expect(await rateLimit("a", 2)).toMatchObject({ allowed: false, resetSeconds: 1 });
    vi.advanceTimersByTime(1);
    expect(await rateLimit("a", 2)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
  });

  it("is sent in the headers of the IETF draft", () => {
    expect(rateLimitHeaders({ allowed: true, limit: 600, remaining: 599, resetSeconds: 60 })).toEqual({
      "RateLimit-Policy": '"requests";q=600;w=60',
      RateLimit: '"requests";r=599;t=60',
    });
  });
});
