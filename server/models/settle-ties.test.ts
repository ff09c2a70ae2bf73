import { describe, expect, it } from "vitest";
import { settleTies } from "./settle-ties.ts";

describe("probabilities that differ only by rounding", () => {
  it("become exactly equal in any position", () => {
    expect(settleTies([0.2, 0.20000000000000004, 0.6 - 1e-16])).toEqual([
      0.20000000000000004,
      0.20000000000000004,
      0.6 - 1e-16,
    ]);
    expect(settleTies([0.25 - 1e-13, 0.5, 0.25, 0.25 + 1e-13])).toEqual([
      0.25 + 1e-13,
      0.5,
      0.25 + 1e-13,
      0.25 + 1e-13,
    ]);
  });

  it("stay unchanged if they differ by more", () => {
    expect(settleTies([0.3, 0.3 + 1e-11, 0.4 - 1e-11])).toEqual([0.3, 0.3 + 1e-11, 0.4 - 1e-11]);
    expect(settleTies([0, 1])).toEqual([0, 1]);
  });
});
