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
  series: [{ observation: 4, measurements: 12, probabilities: [0.1, 0.9], models: [] }],
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

it("dates a series by its newest value, not by its partition or by the date when a history was known", () => {
  const at = "2026-09-02T00:00:00Z";
  const range = structured(9, { kind: "partition", series: "level", intervals: {} });
  const newest = (context: readonly Observation[]) => {
    const used = context.map((_, observation) => ({ observation, weight: 0.25 }));
    const series = TRACE.series.map((one) => ({ ...one, observation: 0 }));
    return readSources({ ...TRACE, used, series }, context, OPTIONS)[0];
  };
  const values = [
    [at, 3],
    ["2026-09-01T00:00:00Z", 2],
  ];
  const history = structured(8, { kind: "history", series: "Level", values });
  for (const context of [
    [...CONTEXT.slice(4), range],
    [history, range],
  ])
    expect(newest(context)).toMatchObject({ last: { at }, readings: [{ at }] });
});

it.each([
  [
    "day",
    [
      [1, 0, 0.4],
      [1, 0, 0.2],
    ],
  ],
  [
    "week",
    [
      [7, 0, 0.6],
      [undefined, 6, 0.4],
    ],
  ],
  [
    "year",
    [
      [undefined, 2, 0.3],
      [undefined, 6, 0.3],
    ],
  ],
  [
    null,
    [
      [7, 0, 0.5],
      [1, 0, 0.4],
    ],
  ],
  [null, [[undefined, 0, 0.9]]],
] as const)("names the cycle of a series if models with it have most of the weight: %s", (cycle, rows) => {
  const models = rows.map(([period, harmonics, weight]) => ({ period, harmonics, weight }));
  const series = TRACE.series.map((one) => ({ ...one, models }));
  const found = readSources({ ...TRACE, series }, CONTEXT, OPTIONS);
  expect(found.map((one) => one.cycle)).toEqual([null, null, cycle]);
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
