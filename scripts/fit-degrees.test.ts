import { describe, expect, it } from "vitest";
import { seededRandom } from "#lib/scoring/seeded-random.ts";
import { PARAMETERS } from "#server/model/pool/parameters.ts";
import { chooseDegrees, DEGREES, scoreDegrees } from "./fit-degrees.ts";
import { jsonl, lineOf, withFile } from "./fixtures.ts";
import { readCases } from "./read-cases.ts";

/** Questions whose one source's log-odds walk by steps of what `stepOf` makes of a number in 0..1. */
async function scoresOf(stepOf: (random: number) => number) {
  const random = seededRandom(7);
  const lines = Array.from({ length: 20 }, (_, index) => {
    let logOdds = 0;
    const yes = Array.from({ length: 25 }, () => {
      logOdds += stepOf(random());
      return 1 / (1 + Math.exp(-logOdds));
    });
    return lineOf(`question ${index}`, yes, "yes");
  });
  const { cases } = await withFile(jsonl(lines), readCases);
  return scoreDegrees(cases, PARAMETERS);
}

describe("fitting the degrees of freedom", () => {
  it("finds few where series mostly stand and sometimes leap, and many where they never do", async () => {
    const leaping = await scoresOf((random) => (random < 0.05 ? 1 : random > 0.95 ? -1 : (random - 0.5) / 100));
    const steady = await scoresOf((random) => (random - 0.5) / 10);
    expect(chooseDegrees(leaping)).toBeLessThanOrEqual(3);
    expect(chooseDegrees(steady)).toBe(DEGREES.at(-1));
  });

  it("is no choice where no question has readings enough", async () => {
    const { cases } = await withFile(jsonl([lineOf("short", [0.5, 0.6], "yes")]), readCases);
    expect(chooseDegrees(scoreDegrees(cases, PARAMETERS))).toBeUndefined();
  });
});
