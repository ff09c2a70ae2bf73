import { expect, it } from "vitest";
import { judgeCalibration } from "./calibration.ts";
import { reliabilityOf } from "./reliability.ts";

/** Points of forecasts of 35 %, of which the given number happened. */
function pointsOf(count: number, happened: number) {
  const bin = { forecasts: count, weight: count, probability: 0.35 * count, happened, squares: count };
  const empty = { forecasts: 0, weight: 0, probability: 0, happened: 0, squares: 0 };
  return reliabilityOf([empty, empty, empty, bin]);
}

it("judges calibration from 30 effective cases on", () => {
  expect(judgeCalibration(pointsOf(29, 10))).toEqual({ verdict: "too few cases", outside: [], effective: 29 });
  expect(judgeCalibration(pointsOf(30, 10)).verdict).toBe("calibrated");
});

it("rejects calibration for a bin outside its band, however few the cases", () => {
  const points = pointsOf(20, 20);
  expect(judgeCalibration(points)).toEqual({ verdict: "miscalibrated", outside: points, effective: 20 });
});

it("does not judge an empty diagram", () => {
  expect(judgeCalibration([]).verdict).toBe("too few cases");
});
