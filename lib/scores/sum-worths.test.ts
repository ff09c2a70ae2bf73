import fc from "fast-check";
import { expect, it } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import type { Finding } from "#lib/findings/finding.ts";
import { describeObservations, sumWorths, WORTH_DIMENSIONS } from "./sum-worths.ts";

const AT = "2026-01-01T00:00:00Z";
const FINDINGS: readonly Finding["id"][] = ["empty-text", "similar-options", "date-after-as-of"];

/** An observation with its kind and source as the test expects them. */
const observation = fc.constantFrom<readonly [Observation, string, string | undefined]>(
  [{ type: "text", text: "No news.", observed_at: AT }, "text", undefined],
  [{ type: "structured", data: { kind: "forecast", source: "Crowd" }, observed_at: AT }, "forecast", "crowd"],
  [{ type: "structured", data: { kind: "forecast", source: " crowd " }, observed_at: AT }, "forecast", "crowd"],
  [{ type: "structured", data: { kind: "forecast", source: "x".repeat(201) }, observed_at: AT }, "forecast", undefined],
  [{ type: "structured", data: { kind: "counts", reference_class: "crowd" }, observed_at: AT }, "counts", "crowd"],
  [{ type: "structured", data: { kind: "measurement", series: "ice" }, observed_at: AT }, "measurement", "ice"],
  [{ type: "structured", data: { kind: "partition", series: "Ice" }, observed_at: AT }, "partition", "ice"],
  [{ type: "structured", data: { kind: 7, source: "crowd" }, observed_at: AT }, "other", undefined],
);

const input = fc
  .array(fc.tuple(observation, fc.option(fc.integer({ min: -4, max: 4 }))), { maxLength: 12 })
  .chain((items) =>
    fc.record({
      items: fc.constant(items),
      findings: fc.array(
        fc.record({
          id: fc.constantFrom(...FINDINGS),
          path: fc.oneof(
            fc.constantFrom("/task/criteria", "/input/context", "/input/as_of"),
            fc.nat({ max: 11 }).map((index) => `/input/context/${index}`),
            fc.nat({ max: 11 }).map((index) => `/input/context/${index}/data/source`),
          ),
        }),
        { maxLength: 4 },
      ),
    }),
  );

type Generated = typeof input extends fc.Arbitrary<infer I> ? I : never;

function isAbout({ path }: Generated["findings"][number], index: number): boolean {
  const [, part, list, own] = path.split("/");
  return part !== "input" || list !== "context" || own === undefined || own === String(index);
}

/** Returns the worths of an input's observations that have a value. */
function select({ items, findings }: Generated, dimension: string, value: string): (number | null)[] {
  return items.flatMap(([[, kind, source], worth], index) => {
    const about = findings.filter((finding) => isAbout(finding, index)).map(({ id }): string => id);
    const values = { kind: [kind], source: [source], finding: about.length === 0 ? ["no finding"] : about };
    return values[dimension as keyof typeof values].includes(value) ? [worth] : [];
  });
}

it("sums the worth of an input's observations and averages the inputs that have one", () => {
  fc.assert(
    fc.property(fc.array(input, { maxLength: 4 }), (inputs) => {
      const measured = inputs.map(({ items, findings }, index) => {
        const context = items.map(([[one]]) => one);
        const worths = items.map(([, worth]) => worth);
        return { inputId: String(index), version: "1", observations: describeObservations(context, findings, worths) };
      });
      const found = sumWorths(measured);
      const values = {
        kind: ["text", "forecast", "counts", "measurement", "partition", "other"],
        source: ["crowd", "ice"],
        finding: ["no finding", ...FINDINGS],
      };
      let rows = 0;
      for (const dimension of WORTH_DIMENSIONS) {
        for (const value of values[dimension]) {
          const selected = inputs.map((one) => select(one, dimension, value));
          const sums = selected
            .map((worths) => worths.filter((one) => one !== null))
            .filter(({ length }) => length > 0)
            .map((worths) => worths.reduce((total, one) => total + one, 0));
          const all = selected.flat();
          const row = found.find((one) => one.dimension === dimension && one.value.toLowerCase() === value);
          if (row !== undefined) rows++;
          expect([row?.observations ?? 0, row?.required ?? 0]).toEqual([
            all.length,
            all.filter((one) => one === null).length,
          ]);
          if (sums.length === 0) expect(row?.worth ?? null).toBeNull();
          else expect(row?.worth).toBeCloseTo(sums.reduce((total, one) => total + one, 0) / sums.length, 12);
        }
      }
      expect(found).toHaveLength(rows);
    }),
  );
});
