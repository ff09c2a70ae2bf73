import fc from "fast-check";
import { expect, it } from "vitest";
import { monthOf } from "./months.ts";

const instant = fc.date({ min: new Date("1970-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });

it("returns two consecutive firsts of months (UTC), the first of which is not later than the instant", () => {
  fc.assert(
    fc.property(instant, (at) => {
      const [from, until] = monthOf(at);
      const month = at.toISOString().slice(0, 7);
      expect(from.toISOString()).toBe(`${month}-01T00:00:00.000Z`);
      expect(until > at).toBe(true);
      expect(until.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
      expect(monthOf(new Date(until.getTime() - 1))).toEqual([from, until]);
      expect(monthOf(until)[0]).toEqual(until);
    }),
  );
});
