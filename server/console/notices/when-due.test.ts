import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { whenDue } from "./when-due.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse("2026-11-28T00:00:00Z");

/** Times at which notices begin, in milliseconds after START. */
const arrivals = fc.array(fc.integer({ min: 0, max: 3 * DAY }), { minLength: 1, maxLength: 60 });

/** Sends one message whenever a pending notice is due, and returns when, with the times of its notices. */
function simulate(schedule: "soon" | "daily", times: readonly number[]) {
  const pending = times.map((time) => START + time).sort((a, b) => a - b);
  const sent: { readonly at: number; readonly notices: readonly number[] }[] = [];
  while (pending[0] !== undefined) {
    const last = sent.at(-1);
    const due = whenDue(schedule, new Date(pending[0]), last && new Date(last.at)) ?? new Date(Number.NaN);
    const notices = pending.splice(0, pending.filter((time) => time <= due.getTime()).length);
    sent.push({ at: due.getTime(), notices });
  }
  return sent;
}

describe("the time at which notices are sent", () => {
  it("is at once after a quiet hour, otherwise within 15 minutes, and never twice in 15 minutes", () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        const sent = simulate("soon", times);
        for (const [index, { at, notices }] of sent.entries()) {
          const before = sent[index - 1]?.at ?? Number.NEGATIVE_INFINITY;
          const [first = at] = notices;
          expect(at - before).toBeGreaterThanOrEqual(15 * MINUTE);
          if (first - before >= HOUR) expect(at).toBe(first);
          for (const time of notices) expect(at - time).toBeLessThanOrEqual(15 * MINUTE);
        }
      }),
    );
  });

  it("is at 07:00 UTC for a daily summary, at most once a day and within a day", () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        const sent = simulate("daily", times);
        expect(new Set(sent.map(({ at }) => at)).size).toBe(sent.length);
        for (const { at, notices } of sent) {
          expect(at % DAY).toBe(7 * HOUR);
          for (const time of notices) expect(at - time).toBeLessThanOrEqual(DAY);
        }
      }),
    );
  });

  it("does not come for a member who wants no e-mails", () => {
    expect(whenDue("off", new Date(START), undefined)).toBeUndefined();
  });
});
