import { describe, expect, it } from "vitest";
import { markVersions, placeInTime } from "./plot.ts";

const at = (asOf: string, modelVersion = "r13-c@aaaaaaaaaa") => ({ asOf, modelVersion });

describe("the chart of a task over time", () => {
  it("places points by their instants, whatever the offset, a leap second among them", () => {
    const points = [at("2016-12-31T23:59:50Z"), at("2017-01-01T01:59:55+02:00"), at("2016-12-31T23:59:60Z")];
    expect(placeInTime(points)).toEqual([0, 0.5, 1]);
  });

  it("has a single moment in its middle, and nothing for nothing", () => {
    expect(placeInTime([at("2026-01-01T00:00:00Z"), at("2026-01-01T01:00:00+01:00")])).toEqual([0.5, 0.5]);
    expect(placeInTime([])).toEqual([]);
  });

  it("marks where the model's version changes, and changes back", () => {
    const points = ["a", "a", "b", "a"].map((letter, day) =>
      at(`2026-01-0${day + 1}T00:00:00Z`, `r13-c@${letter.repeat(40)}`),
    );
    expect(markVersions(points, [0, 0.25, 0.5, 1])).toEqual([
      { x: 0.5, label: "version bbbbbbb" },
      { x: 1, label: "version aaaaaaa" },
    ]);
  });
});
