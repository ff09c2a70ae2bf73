import { expect, it } from "vitest";
import { reliabilityOf } from "#lib/stats/reliability.ts";
import { describeReliability } from "./describe-reliability.ts";

/** Points of forecasts of 35 %, of which the given share happened. */
function pointsOf(count: number, happened: number) {
  const bin = { forecasts: count, weight: count, probability: 0.35 * count, happened, squares: count };
  const empty = { forecasts: 0, weight: 0, probability: 0, happened: 0, squares: 0 };
  return reliabilityOf([empty, empty, empty, bin]);
}

it("judges calibration from 30 effective cases on", () => {
  expect(describeReliability(pointsOf(29, 10))).toBe(
    "Too few cases to judge calibration: 29 effective cases of at least 30.",
  );
  expect(describeReliability(pointsOf(1, 0))).toContain("1 effective case of at least 30");
  expect(describeReliability(pointsOf(30, 10))).toContain("no evidence of miscalibration");
});

it("lists bins outside their bands, however few the cases", () => {
  expect(describeReliability(pointsOf(20, 20))).toBe(
    "1 bin of 1 outside the band: forecast 30 to 40 %, observed 100 %.",
  );
});
