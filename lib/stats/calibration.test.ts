import { expect, it } from "vitest";
import { judgeCalibration } from "./calibration.ts";
import { reliabilityOf } from "./reliability.ts";

/** Points of forecasts of 35 %, of which the given number happened. */
function pointsOf(count: number, happened: number) {
  const bin = { forecasts: count, weight: count, probability: 0.35 * count, happened, squares: count };
  const empty = { forecasts: 0, weight: 0, probability: 0, happened: 0, squares: 0 };
  return reliabilityOf([empty, empty, empty, bin]);
}

it("judges calibration from 30 questions on: one option of each happens", () => {
  expect(judgeCalibration(pointsOf(83, 29))).toEqual({ verdict: "too few questions", outside: [], questions: 29 });
  expect(judgeCalibration(pointsOf(86, 30)).verdict).toBe("calibrated");
});

it("rejects calibration for a bin outside its band, however few the questions", () => {
  const points = pointsOf(20, 20);
  expect(judgeCalibration(points)).toEqual({ verdict: "miscalibrated", outside: points, questions: 20 });
});

it("does not judge an empty diagram", () => {
  expect(judgeCalibration([]).verdict).toBe("too few questions");
});
