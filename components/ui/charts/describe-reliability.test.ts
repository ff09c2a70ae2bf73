import { expect, it } from "vitest";
import { reliabilityOf } from "#lib/stats/reliability.ts";
import { describeReliability } from "./describe-reliability.ts";

/** Points of forecasts of 35 %, of which the given share happened. */
function pointsOf(count: number, happened: number) {
  const bin = { forecasts: count, weight: count, probability: 0.35 * count, happened, squares: count };
  const empty = { forecasts: 0, weight: 0, probability: 0, happened: 0, squares: 0 };
  return reliabilityOf([empty, empty, empty, bin]);
}

it("judges calibration from 30 questions on: one option of each happens", () => {
  expect(describeReliability(pointsOf(83, 29))).toBe("Too few questions to judge calibration: 29 of at least 30.");
  expect(describeReliability(pointsOf(1, 0))).toContain("0 of at least 30");
  expect(describeReliability(pointsOf(86, 30))).toContain("no evidence of miscalibration");
});

it("counts bins outside their bands, however few the questions", () => {
  expect(describeReliability(pointsOf(20, 20))).toBe("1 of 1 bin outside the band.");
});
