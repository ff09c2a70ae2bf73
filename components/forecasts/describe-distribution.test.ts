import { describe, expect, it } from "vitest";
import { describeDistribution } from "./describe-distribution.ts";

describe("description of a forecast", () => {
  it("reports the most probable of the options and the number of options", () => {
    const said = describeDistribution({ choice: "yes", probabilities: { yes: 0.9995, no: 0.0005 } }, {});
    expect(said).toBe("The most probable of 2 options.");
  });

  it("reports a tie", () => {
    const labels = { a: "It rises.", b: "It falls." };
    const said = describeDistribution({ choice: "a", probabilities: { c: 0.4, a: 0.4, b: 0.2 } }, labels);
    expect(said).toMatch(
      /“It rises.”, “c” have the same highest probability, 40.0 %.*“It rises.”, is the first of these options by ID/,
    );
    expect(describeDistribution({ choice: "no", probabilities: { yes: 0.5, no: 0.5 } }, {})).toMatch(
      /^All 2 options have the same probability/,
    );
  });
});
