import { describe, expect, it } from "vitest";
import { describeComparison } from "./describe-comparison.ts";

describe("description of a comparison", () => {
  it("reports the option with the largest change, or that no option changed", () => {
    const rows = [
      { option: "yes", differences: [0, -0.25, 0] },
      { option: "no", differences: [0, 0.25, 0] },
    ];
    expect(describeComparison(rows, 3, { yes: "It rises.", no: "It does not." })).toBe(
      "From A to B, “It rises.” changes most: −25.0 pp. C gives the same probabilities as A.",
    );
  });

  it("counts options that are not in both forecasts, instead of treating their difference as 0", () => {
    const rows = [
      { option: "yes", differences: [0, 0.1] },
      { option: "no", differences: [0, null] },
      { option: "other", differences: [null, null] },
    ];
    expect(describeComparison(rows, 2, {})).toBe(
      "From A to B, “yes” changes most: +10.0 pp. 2 of the 3 options are not in both forecasts.",
    );
    expect(describeComparison(rows.slice(1), 2, {})).toBe("B has no option in common with A.");
  });
});
