import fc from "fast-check";
import type { JsonObject } from "#lib/contract/json.ts";
import type { Observation } from "#lib/contract/request.ts";
import { type Moment, notAfter, spelling } from "./arbitrary-date-time.ts";

/** Generates text with unusual characters (`\u0000`, combining marks, right-to-left, emoji), but no lone surrogates. */
function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ maxLength, unit: "grapheme-ascii" }) },
    { weight: 2, arbitrary: fc.string({ maxLength, unit: "grapheme" }) },
    { weight: 1, arbitrary: fc.string({ maxLength, unit: "binary" }) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("\u0000", "\u202eabc", "👩‍👩‍👧‍👦", "e\u0301", "<script>", "\\u0041", "\r\n\t", "'; --")
        .map(String),
    },
  );
}

/** Generates text with at least one character that is not white space. */
export function someText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .oneof({ weight: 6, arbitrary: anyText(Math.min(maxLength, 80)) }, { weight: 1, arbitrary: longText(maxLength) })
    .map((text) => {
      return /\S/.test(text) ? text : `${text}?`.slice(-maxLength);
    });
}

function longText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("x", "é", "😀", " y"), fc.integer({ min: 1, max: maxLength / 2 }))
    .map(([unit, count]) => unit.repeat(count));
}

export function observation(options: readonly string[], asOf: Moment): fc.Arbitrary<Observation> {
  const data = fc.oneof(
    { weight: 3, arbitrary: forecastData(options) },
    { weight: 2, arbitrary: countsData(options) },
    { weight: 1, arbitrary: measurementData() },
    { weight: 1, arbitrary: historyData(asOf) },
    { weight: 1, arbitrary: partitionData(options) },
    { weight: 1, arbitrary: fc.oneof(forecastData(["other", "options"]), countsData(options.slice(1))) },
    { weight: 3, arbitrary: anyData() },
  );
  return fc.oneof(
    textObservation(asOf),
    data.chain((of) => structuredObservation(of, asOf)),
  );
}

/** Generates a forecast or counts for exactly the task's options, which the embedded model can use. */
export function usableObservation(options: readonly string[], asOf: Moment): fc.Arbitrary<Observation> {
  return fc.oneof(forecastData(options), countsData(options)).chain((data) => structuredObservation(data, asOf));
}

function textObservation(asOf: Moment): fc.Arbitrary<Observation> {
  const text = fc.oneof({ weight: 6, arbitrary: anyText(200) }, { weight: 1, arbitrary: longText(4_000) });
  return fc.record({ type: fc.constant("text" as const), text, observed_at: notAfter(asOf).chain(spelling) });
}

function structuredObservation(data: JsonObject, asOf: Moment): fc.Arbitrary<Observation> {
  return fc.record({
    type: fc.constant("structured" as const),
    data: fc.constant(data),
    observed_at: notAfter(asOf).chain(spelling),
  });
}

function forecastData(options: readonly string[]): fc.Arbitrary<JsonObject> {
  const weights = fc.oneof(
    fc.array(fc.nat({ max: 1_000 }), { minLength: options.length, maxLength: options.length }),
    // One option certain; all options equal; one option nearly impossible.
    fc.nat({ max: options.length - 1 }).map((sure) => options.map((_, index) => (index === sure ? 1 : 0))),
    fc.constant(options.map(() => 1)),
    fc.nat({ max: options.length - 1 }).map((rare) => options.map((_, index) => (index === rare ? 1e-9 : 1))),
  );
  const drift = fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.double({ min: 0.9991, max: 1, noNaN: true }) },
  );
  return fc
    .record({
      kind: fc.constant("forecast"),
      source: fc.oneof(fc.constantFrom("metaculus", "Metaculus", "expert A"), someText(200)),
      probabilities: fc.tuple(weights, drift).map(([each, factor]) => {
        const sum = each.reduce((total, weight) => total + weight, 0);
        return byOption(
          options,
          each.map((weight) => (sum === 0 ? 1 / each.length : Math.min(1, weight / sum)) * factor),
        );
      }),
      weight: fc.option(fc.constantFrom(1e-6, 0.5, 1, 2, 1e6), { nil: undefined }),
    })
    .map(({ weight, ...data }) => (weight === undefined ? data : { ...data, weight }));
}

function countsData(options: readonly string[]): fc.Arbitrary<JsonObject> {
  const count = fc.oneof(
    fc.nat({ max: 300 }),
    fc.nat({ max: 1e9 }),
    fc.constant(0),
    fc.nat({ max: 99 }).map((doubled) => doubled / 2),
  );
  const counts = fc.array(count, { minLength: options.length, maxLength: options.length });
  return fc.record({
    kind: fc.constant("counts"),
    reference_class: fc.oneof(fc.constantFrom("past cases", "Past cases "), someText(200)),
    counts: counts.map((each) =>
      byOption(options, each.reduce((sum, one) => sum + one, 0) < 1 ? each.map(() => 1) : each),
    ),
  });
}

function measurementData(): fc.Arbitrary<JsonObject> {
  const value = fc.double({ noNaN: true, noDefaultInfinity: true });
  return fc.record({ kind: fc.constant("measurement"), series: someText(200), value });
}

function historyData(asOf: Moment): fc.Arbitrary<JsonObject> {
  const value = fc.double({ min: -1e100, max: 1e100, noNaN: true });
  const time = notAfter(asOf).chain(spelling);
  const pairs = fc.array(fc.tuple(time, value), { minLength: 1, maxLength: 5 });
  const every = fc.constantFrom("PT15M", "PT1H", "P1D", "P2W", "P1M", "P1Y");
  const regular = fc.array(fc.option(value), { minLength: 1, maxLength: 5 });
  return fc.oneof(
    fc.record({ kind: fc.constant("history"), series: someText(200), values: pairs }),
    fc.record({
      kind: fc.constant("history"),
      series: someText(200),
      unit: someText(200),
      start: time,
      every,
      values: regular,
    }),
  );
}

function partitionData(options: readonly string[]): fc.Arbitrary<JsonObject> {
  const last = options.length - 1;
  const intervals = options.map((option, index) => {
    return [
      option,
      { ...(index > 0 ? { at_least: index } : {}), ...(index < last ? { below: index + 1 } : {}) },
    ] as const;
  });
  return fc.record({
    kind: fc.constant("partition"),
    series: someText(200),
    intervals: fc.constant(Object.fromEntries(intervals)),
  });
}

function anyData(): fc.Arbitrary<JsonObject> {
  const name = fc.oneof(anyText(20), fc.constantFrom("__proto__", "constructor", "kind", "toJSON", "", "10", "type"));
  const value = fc.jsonValue({ maxDepth: 5, stringUnit: "binary" });
  return fc.array(fc.tuple(name, value), { maxLength: 5 }).map((members) => {
    // The JSON round trip replaces -0 and removes null prototypes.
    return JSON.parse(JSON.stringify(Object.fromEntries(members)));
  });
}

function byOption(options: readonly string[], values: readonly number[]): Record<string, number> {
  return Object.fromEntries(options.map((option, index) => [option, values[index] ?? 0]));
}
