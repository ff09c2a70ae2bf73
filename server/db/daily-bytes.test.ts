import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { isGatewayError } from "#server/base/errors.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { type ByteKind, createDailyBytes, type DailyBytes } from "./daily-bytes.ts";

const { orm } = (await sharedGateway()).gateway.database;
const LIMIT = 1_000;
const FILES = 20 * LIMIT;
const DAY_MS = 86_400_000;

let now: Date;
let dailyBytes: DailyBytes;
let count = 0;

beforeEach(() => {
  now = new Date("2026-11-27T10:00:00Z");
  dailyBytes = createDailyBytes(LIMIT, () => now);
});

const newHolder = () => `holder ${process.pid} ${count++}`;

/** Adds bytes. Returns the refusal, if any. */
async function add(holder: string, bytes: number, kind: ByteKind = "texts", counter = dailyBytes) {
  try {
    await orm.execute(sql.raw(await counter.count(orm, { holder, bytes, kind })));
    return undefined;
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return error;
  }
}

describe("bytes", () => {
  it("of one holder never exceed the limit of a day, whatever the order of kinds, sizes and days", async () => {
    const steps = fc.array(
      fc.record({
        holder: fc.constantFrom("a", "b"),
        bytes: fc.nat({ max: 700 }),
        kind: fc.constantFrom<ByteKind>("texts", "files"),
        hours: fc.nat({ max: 8 }),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const prefix = newHolder();
        const added = new Map<string, number>();
        for (const { holder, bytes, kind, hours } of all) {
          now = new Date(now.getTime() + hours * 3_600_000);
          const key = `${holder} ${kind} ${now.toISOString().slice(0, 10)}`;
          const sum = (added.get(key) ?? 0) + bytes;
          const refused = await add(`${prefix} ${holder}`, bytes, kind);
          expect(refused !== undefined).toBe(sum > (kind === "texts" ? LIMIT : FILES));
          if (refused === undefined) added.set(key, sum);
        }
      }),
    );
  });

  it("over the limit are refused until the next day, with its time", async () => {
    const holder = newHolder();
    expect(await add(holder, LIMIT)).toBeUndefined();
    const refused = await add(holder, 1);
    expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfter: 14 * 3_600 });
    expect(refused?.message).toContain("2026-11-28T00:00:00.000Z");
    now = new Date(now.getTime() - 1);
    expect(await add(holder, 1)).toMatchObject({ retryAfter: 14 * 3_600 + 1 });
    expect(await add(holder, FILES, "files")).toBeUndefined();
    now = new Date(now.getTime() + DAY_MS);
    expect(await add(holder, LIMIT)).toBeUndefined();
  });

  it("are limited even if two gateways disagree about the day", async () => {
    const holder = newHolder();
    const ahead = createDailyBytes(LIMIT, () => new Date(now.getTime() + DAY_MS));
    const refused = [];
    for (let round = 0; round < 3; round++) {
      for (const counter of [dailyBytes, ahead]) refused.push(await add(holder, LIMIT, "texts", counter));
    }
    // Both days of the two gateways are used up.
    expect(refused.map((error) => error?.code)).toEqual([
      undefined,
      undefined,
      ...Array.from({ length: 4 }, () => "TOO_MANY_REQUESTS"),
    ]);
    expect(refused[2]?.message).toContain("2026-11-29T00:00:00.000Z");
  });

  it("are not refused for years because a clock was far ahead", async () => {
    const holder = newHolder();
    const wrong = createDailyBytes(LIMIT, () => new Date("2036-01-01T00:00:00Z"));
    expect(await add(holder, LIMIT, "texts", wrong)).toBeUndefined();
    expect(await add(holder, LIMIT)).toBeUndefined();
    expect(await add(holder, 1)).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });
});
