import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { effort, seed } from "#test/effort.ts";
import { linesOf } from "#test/event-lines.ts";
import { startGateway } from "#test/start-gateway.ts";
import type { Event } from "./event.ts";
import { findSequenceRange } from "./sequence-range.ts";

const running = await startGateway();
const { database } = running.gateway;
afterAll(() => running.stop());

const HOUR = 3_600_000;
const NEW_YEAR = Date.parse("2030-01-01T00:00:00Z");
const atHour = (hour: number) => new Date(NEW_YEAR + hour * HOUR);

async function record(hours: readonly number[]): Promise<void> {
  const renamed = hours.map((hour): Event => {
    const actor = { type: "system", id: "test", name: "test" } as const;
    return { at: atHour(hour).toISOString(), actor, kind: "member.renamed", member_id: "nobody", name: "n" };
  });
  await database.pool.query("select append_events($1)", [linesOf(renamed)]);
}

const log = fc.array(fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const hour = fc.option(fc.integer({ min: -1, max: 51 }), { nil: undefined });

it("a search by time finds all events in the time range, even if the clock was set back", async () => {
  await fc.assert(
    fc.asyncProperty(log, hour, hour, async (batches, from, before) => {
      await database.pool.query("delete from clock_steps");
      // A clock step separates this log from the logs of earlier iterations.
      await record([0, -1_000]);
      const start = Number((await database.pool.query("select max(seq) as last from events")).rows[0].last);
      for (const batch of batches) await record(batch);
      const hours = batches.flat();
      const { above, upTo } = await findSequenceRange(database, {
        from: from === undefined ? undefined : atHour(from),
        before: before === undefined ? undefined : atHour(before),
      });
      for (const [index, at] of hours.entries()) {
        if (at < (from ?? -1) || at >= (before ?? 52)) continue;
        expect(start + index + 1).toBeGreaterThan(above);
        expect(start + index + 1).toBeLessThanOrEqual(upTo);
      }
    }),
    { numRuns: effort({ sample: 40, full: 1_000 }), seed },
  );
});

it("a search by time reads a small part of a log whose clock was never set back", async () => {
  await database.pool.query("delete from clock_steps");
  await record(Array.from({ length: 1_000 }, (_, index) => 1_000 + index));
  const { above, upTo } = await findSequenceRange(database, { from: atHour(1_500), before: atHour(1_510) });
  expect(upTo - above).toBeLessThan(15);
});
