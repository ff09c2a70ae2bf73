import { expect, it } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import { readSources } from "./read-sources.ts";
import type { PoolTrace } from "./read-trace.ts";

function structured(day: number, data: Extract<Observation, { type: "structured" }>["data"]): Observation {
  return { type: "structured", data, observed_at: `2026-09-0${day}T00:00:00Z` };
}

const says = (day: number, source: string, yes: number) =>
  structured(day, { kind: "forecast", source, probabilities: { yes, no: 1 - yes } });

const CONTEXT: readonly Observation[] = [
  says(3, "Market", 0.75),
  { type: "text", text: "A remark.", observed_at: "2026-09-01T00:00:00Z" },
  says(1, " market ", 0.5),
  structured(2, { kind: "counts", reference_class: "Meetings", counts: { yes: 1, no: 3 } }),
  structured(1, { kind: "measurement", series: " level", value: 3 }),
  structured(2, { kind: "history", series: "Level", values: [["2026-09-02T00:00:00Z", 4]] }),
];

const OPTIONS = ["no", "yes"];
const KEPT = { parameters: { floor: 0.0005 }, used: [], ignored: [], series: [] };
const EMPTY: PoolTrace = { method: "pool", forecasts: null, ...KEPT };
const TRACE: PoolTrace = {
  ...EMPTY,
  used: [
    { observation: 0, weight: 0.2 },
    { observation: 2, weight: 0.1 },
    { observation: 3, weight: 0.6 },
    { observation: 4, weight: 0.05 },
    { observation: 5, weight: 0.05 },
  ],
  ignored: [1],
  series: [{ observation: 4, measurements: 12, probabilities: [0.1, 0.9] }],
};

it("groups observations by source, by descending weight, with the readings of each source in order", () => {
  const sources = readSources(TRACE, CONTEXT, OPTIONS);
  expect(sources.map(({ name, kind, weight }) => [name, kind, Number(weight.toFixed(6))])).toEqual([
    ["Meetings", "counts", 0.6],
    ["Market", "forecast", 0.3],
    ["Level", "series", 0.1],
  ]);
  expect(sources.map(({ last }) => last.probabilities.yes)).toEqual([0.3, 0.75, 0.9]);
  expect(sources.map(({ readings }) => readings.map(({ probabilities }) => probabilities.yes))).toEqual([
    [0.3],
    [0.5, 0.75],
    [0.9],
  ]);
});

it("counts the values of a series, and the observations of every other source", () => {
  expect(readSources(TRACE, CONTEXT, OPTIONS).map(({ observations }) => observations)).toEqual([1, 2, 12]);
});

it("limits a weight to 1, which a sum of rounded shares may exceed", () => {
  const context = Array.from({ length: 9 }, () => says(1, "Market", 0.5));
  const used = context.map((_, observation) => ({ observation, weight: 1 / 9 }));
  expect(used.reduce((sum, { weight }) => sum + weight, 0)).toBeGreaterThan(1);
  expect(readSources({ ...EMPTY, used }, context, OPTIONS)).toMatchObject([{ weight: 1 }]);
});

it("omits unreadable entries, such as an observation that the request does not have", () => {
  const used = [{ observation: 99, weight: 1 }];
  expect(readSources({ ...EMPTY, used }, CONTEXT, OPTIONS)).toEqual([]);
});

it("orders the readings of a source by instant, including leap seconds", () => {
  const at = (observed_at: string, yes: number) => ({ ...says(1, "Market", yes), observed_at });
  const context = [
    at("2017-01-01T00:00:00Z", 0.75),
    at("2016-12-31T23:59:60Z", 0.5),
    at("2017-01-01T01:59:59+02:00", 0.25),
  ];
  const used = context.map((_, observation) => ({ observation, weight: 0.25 }));
  const [market] = readSources({ ...EMPTY, used }, context, OPTIONS);
  expect(market?.readings.map(({ probabilities }) => probabilities.yes)).toEqual([0.25, 0.5, 0.75]);
});
