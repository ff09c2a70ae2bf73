import { describe, expect, it } from "vitest";
import type { JsonObject } from "#lib/contract/json.ts";
import { counts, forecast, inputOf, structured, taskOf, text } from "#test/pool-fixtures.ts";
import { PARAMETERS } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";

const task = taskOf("yes", "no");

const said = (probabilities: JsonObject): JsonObject => ({ kind: "forecast", source: "s", probabilities });

function reasonFor(data: JsonObject): string | undefined {
  return readObservations(task, inputOf(structured(data)), PARAMETERS).ignored[0]?.reason;
}

describe("reading observations", () => {
  it("parses each kind, with the index and age in days of each observation", () => {
    const context = [text("news"), forecast("S", { no: 0.25, yes: 0.75 }, 1.5, 2), counts("C", { yes: 3, no: 1 }, 10)];
    expect(readObservations(task, inputOf(...context), PARAMETERS)).toEqual({
      options: ["no", "yes"],
      horizon: 83,
      forecasts: [{ kind: "forecast", source: "s", probabilities: [0.25, 0.75], weight: 2, observation: 1, age: 1.5 }],
      counts: [{ kind: "counts", referenceClass: "c", counts: [1, 3], cases: 4, observation: 2, age: 10 }],
      series: [],
      ignored: [{ observation: 0, type: "text", reason: "This release does not read text." }],
    });
  });

  it("scales probabilities that sum to almost 1", () => {
    const { forecasts } = readObservations(task, inputOf(forecast("s", { yes: 0.6, no: 0.3995 })), PARAMETERS);
    expect(forecasts[0]?.probabilities[1]).toBeCloseTo(0.6 / 0.9995, 12);
  });

  it("accepts options named like properties of Object.prototype", () => {
    const odd = taskOf("constructor", "toString", "10", "9");
    const probabilities = { constructor: 0.1, toString: 0.2, 10: 0.3, 9: 0.4 };
    const { options, forecasts, ignored } = readObservations(odd, inputOf(forecast("s", probabilities)), PARAMETERS);
    expect(ignored).toEqual([]);
    expect(options.map((option, index) => [option, forecasts[0]?.probabilities[index]])).toEqual([
      ["10", 0.3],
      ["9", 0.4],
      ["constructor", 0.1],
      ["toString", 0.2],
    ]);
  });

  it("does not find options on Object.prototype", () => {
    const { ignored } = readObservations(taskOf("constructor", "no"), inputOf(forecast("s", { no: 1 })), PARAMETERS);
    expect(ignored[0]?.reason).toBe('The option "constructor" is missing.');
  });

  it.each<[string, JsonObject]>([
    ['The observation has no "kind".', { source: "s" }],
    ['"rumour" is not a kind that this release supports.', { kind: "rumour" }],
    ['"constructor" is not a kind that this release supports.', { kind: "constructor" }],
    ["null is not a kind that this release supports.", { kind: null }],
    ["source: source is missing.", { kind: "forecast", probabilities: { yes: 0.5, no: 0.5 } }],
    [
      "source: source must have at least one character that is not white space.",
      { kind: "forecast", source: " ", probabilities: { yes: 0.5, no: 0.5 } },
    ],
    ["probabilities: probabilities is missing.", { kind: "forecast", source: "s" }],
    ["probabilities: The probabilities sum to 0.9, not to 1.", said({ yes: 0.5, no: 0.4 })],
    ["probabilities.yes: The value must be from 0 to 1.", said({ yes: 1.5, no: 0.5 })],
    ["probabilities.yes: The value must be a number.", said({ yes: "1", no: 0 })],
    ['The option "no" is missing.', said({ yes: 1 })],
    ['"maybe" is not an option of the task.', said({ yes: 0.5, no: 0.25, maybe: 0.25 })],
    [
      'wieght: An observation of kind "forecast" must not have this property.',
      { kind: "forecast", source: "s", probabilities: { yes: 0.5, no: 0.5 }, wieght: 2 },
    ],
    ["series: series is missing.", { kind: "measurement", value: 1 }],
    ["value: The value must be from -1e+100 to 1e+100.", { kind: "measurement", series: "s", value: 2e100 }],
    [
      "intervals: The value 4 between the intervals of yes and no belongs to no option.",
      { kind: "partition", series: "s", intervals: { yes: { below: 4 }, no: { above: 4 } } },
    ],
    [
      'The option "yes" is missing.',
      { kind: "partition", series: "s", intervals: { low: { below: 4 }, no: { at_least: 4 } } },
    ],
    ["The counts sum to less than one case.", { kind: "counts", reference_class: "c", counts: { yes: 0, no: 0 } }],
    ['The option "no" is missing.', { kind: "counts", reference_class: "c", counts: { yes: 4 } }],
    [
      "counts.no: The value must be from 0 to 1000000000.",
      { kind: "counts", reference_class: "c", counts: { yes: 4, no: -1 } },
    ],
  ])("ignores invalid observations with the reason: %s", (reason, data) => {
    expect(reasonFor(data)).toBe(reason);
  });

  it("ignores a forecast with a member named __proto__", () => {
    const data: JsonObject = JSON.parse(
      '{"kind":"forecast","source":"s","probabilities":{"yes":0.5,"no":0.5,"__proto__":0}}',
    );
    expect(reasonFor(data)).toBe("probabilities.__proto__: This name is not a valid option id.");
  });

  it("shortens quoted text of the caller", () => {
    expect(reasonFor({ kind: "x".repeat(5000) })?.length).toBeLessThan(150);
    expect(reasonFor(said({ ["x".repeat(5000)]: 1 }))?.length).toBeLessThan(150);
  });
});
