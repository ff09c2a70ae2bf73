import { describe, expect, it } from "vitest";
import { checkRequest } from "#lib/contract/check-request.ts";
import type { Observation, PredictionInput } from "#lib/contract/request.ts";
import { probabilitiesError } from "#lib/contract/result.ts";
import { approvedInput } from "#test/approved-input.ts";
import {
  counts,
  daily,
  forecast,
  inputOf,
  measurement,
  partition,
  structured,
  taskOf,
  text,
} from "#test/pool-fixtures.ts";
import { readExample } from "#test/start-gateway.ts";
import { PARAMETERS, type Parameters } from "./parameters.ts";
import { createPool } from "./pool.ts";

const signal = new AbortController().signal;
const task = taskOf("yes", "no");

function poolWith(parameters = PARAMETERS, ticks = [0, 0]) {
  const times = ticks.values();
  return createPool({ release: "service-r13-c", now: () => times.next().value ?? 0, parameters });
}

const EVEN = forecast("s", { yes: 0.5, no: 0.5 });

/** Asks a pool about observations, without the approval step: these tests cover only the model. */
function ask(context: readonly Observation[], { pool = poolWith(), of = task } = {}) {
  return pool.forecast(approvedInput({ task: of, input: inputOf(...context) }), signal);
}

describe("the embedded release", () => {
  it("is always ready and has the configured release", async () => {
    const pool = poolWith();
    expect(pool.release).toBe("service-r13-c");
    await expect(pool.readiness()).resolves.toBe("ready");
  });

  it.each(["binary", "multiclass", "counts", "measurement"] as const)(
    "answers the published example %s",
    async (name) => {
      const check = checkRequest(readExample(name));
      if (!check.ok) throw new Error(JSON.stringify(check.issues));
      const { task: asked, input, model } = check.request;
      const pool = createPool({ release: model, now: () => 0 });
      expect(pool.supports(asked, input)).toEqual({ ok: true });
      const { probabilities } = await pool.forecast(approvedInput(check.request), signal);
      expect(probabilitiesError(asked, probabilities)).toBeUndefined();
    },
  );

  it("reports its inference time, and no queue time, load time or cold start", async () => {
    const { timing } = await ask([EVEN], { pool: poolWith(PARAMETERS, [100, 100.25]) });
    expect(timing).toEqual({ model_queue_ms: 0, inference_ms: 0.25, load_ms: 0, cold_start: false });
  });

  it.each([
    ["rounded to the microsecond", [0, 1.279781000001094], 1.28],
    ["never negative", [5, 4], 0],
  ])("reports an inference time that is %s", async (_, ticks, inferenceMs) => {
    const { timing } = await ask([EVEN], { pool: poolWith(PARAMETERS, ticks) });
    expect(timing.inference_ms).toBe(inferenceMs);
  });

  it("has the used observations with their weights in the trace, and the ignored ones", async () => {
    const said = forecast("s", { yes: 0.6, no: 0.4 });
    const context = [text("news"), said, structured({ kind: "rumour" }), counts("c", { yes: 30, no: 0 })];
    const { trace } = await ask(context);
    expect(trace).toMatchObject({
      method: "pool",
      used: [
        { observation: 1, weight: expect.closeTo(1 / 1.1875, 10) },
        { observation: 3, weight: expect.closeTo(0.1875 / 1.1875, 10) },
      ],
      ignored: [0, 2],
      base_rate: [expect.closeTo(0.5 / 31, 10), expect.closeTo(30.5 / 31, 10)],
      forecasts: { sources: 1, effective_sources: 1, exponent: PARAMETERS.binary_exponent },
    });
    expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
  });

  const counted = counts("c", { yes: 30, no: 0 });
  const rain = [...daily("rain", [1, 3, 2, 4, 3]), partition("rain", { yes: { at_least: 8.8 }, no: { below: 8.8 } })];
  it.each([
    ["forecasts", [EVEN], /^(?!counts_|series_)/],
    ["counts", [counted], /^(counts_|floor$)/],
    ["a series", rain, /^(series_|floor$)/],
    ["all kinds", [EVEN, counted, ...rain], /^/],
  ])("has only the parameters in the trace that affect an answer from %s", async (_, context, names) => {
    const { trace } = await ask(context);
    const wanted = Object.entries(PARAMETERS).filter(([name]) => names.test(name));
    expect(trace.parameters).toEqual(Object.fromEntries(wanted));
  });

  it("has the forecast of each usable series in the trace, identified by its first observation", async () => {
    const { trace } = await ask([
      measurement("snow", 3),
      ...daily("Rain", [1, 3, 2, 4, 3, 5, 4, 6, 5, 7]).reverse(),
      partition("rain", { yes: { at_least: 8.8 }, no: { below: 8.8 } }),
    ]);
    const series = {
      observation: 1,
      measurements: 10,
      horizon_days: 83,
      unchanged: 0,
      trust: expect.closeTo((10 / (10 + PARAMETERS.series_half_measurements)) * (9 / 92), 12),
      models: expect.arrayContaining([
        {
          on: "level",
          reversion: 0,
          noise: 1.5,
          drift: 1,
          harmonics: 0,
          weight: expect.toSatisfy((weight: number) => weight >= 0.01 && weight < 1),
          centre: expect.any(Number),
          spread: expect.any(Number),
        },
      ]),
      probabilities: [expect.any(Number), expect.any(Number)],
    };
    expect(trace).toMatchObject({
      used: expect.arrayContaining(
        Array.from({ length: 11 }, (_, index) => ({ observation: index + 1, weight: expect.closeTo(1 / 11, 12) })),
      ),
      ignored: [0],
      series: [series],
    });
    expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
  });

  it.each<[string, PredictionInput, string]>([
    ["an empty context", inputOf(), "The context is empty."],
    ["text only", inputOf(text("news"), text("more")), "The context contains only text."],
    [
      "a forecast of other options",
      inputOf(text("news"), forecast("s", { a: 1 })),
      'Observation 2: The option "no" is missing.',
    ],
  ])("does not support %s, and states the requirement", (_, input, ending) => {
    const { ok, reason } = { reason: "", ...poolWith().supports(task, input) };
    expect(ok).toBe(false);
    expect(reason).toMatch(/structured observation of kind "forecast" or "counts" .*"measurement".*"partition"/);
    expect(reason).toContain(ending);
  });

  it("fails with TASK_NOT_SUPPORTED instead of guessing if no observation is usable", async () => {
    await expect(ask([text("news")])).rejects.toMatchObject({ code: "TASK_NOT_SUPPORTED" });
  });

  it("rejects if the caller's signal is aborted", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    const asked = poolWith().forecast(approvedInput({ task, input: inputOf(EVEN) }), gone);
    await expect(asked).rejects.toThrow("gone");
  });

  it("does not reuse a cached parsed input for another task", () => {
    const pool = poolWith();
    const input = inputOf(forecast("s", { yes: 0.6, no: 0.4 }));
    expect(pool.supports(task, input).ok).toBe(true);
    expect(pool.supports(taskOf("a", "b"), input).ok).toBe(false);
    expect(pool.supports(task, input).ok).toBe(true);
  });

  it("supports options named like properties of Object.prototype", async () => {
    const odd = taskOf("constructor", "toString", "10");
    const { probabilities } = await ask([forecast("s", { constructor: 0.5, toString: 0.3, 10: 0.2 })], { of: odd });
    expect(probabilitiesError(odd, probabilities)).toBeUndefined();
  });

  it("answers hundreds of observations", async () => {
    const forecasts = Array.from({ length: 300 }, (_, age) => forecast("s", { yes: 0.6, no: 0.4 }, age));
    const { probabilities } = await ask(forecasts);
    expect(probabilitiesError(task, probabilities)).toBeUndefined();
  });
});

describe("the method's version", () => {
  /** Fixed parameters, so that a new fit does not change expected values. */
  const FIXED: Parameters = {
    half_life_share: 0.01,
    half_life_least_days: 0.25,
    binary_exponent: 1.25,
    mean_exponent: 0.7,
    counts_weight: 0.25,
    counts_half_cases: 10,
    series_least_measurements: 5,
    series_most_measurements: 1000,
    series_drift_share: 0.33,
    series_reversion_share: 0.0625,
    series_degrees: 5,
    series_degrees_growth: 0.2,
    series_spread: 0.9,
    series_unchanged_share: 0.4,
    series_recent_factor: 0.75,
    series_recent_prior: 2,
    series_noisy_share: 0.1,
    series_noisy_measurements: 36,
    series_season_share: 0.1,
    series_season_years: 1.99,
    series_season_variance: 10,
    series_cycle_share: 0.05,
    series_cycle_newest: 0.3,
    series_unknown_horizon: 0.02,
    series_unknown_measurements: 0.5,
    series_half_measurements: 10,
    series_weight: 0.5,
    floor: 0.0005,
  };

  it("identifies these answers (if the answers change, increase `version` in version.ts)", async () => {
    const context = [
      forecast("x", { yes: 0.8, no: 0.2 }, 3),
      forecast("x", { yes: 0.7, no: 0.3 }, 1),
      forecast("y", { yes: 0.55, no: 0.45 }, 9, 2),
      counts("c", { yes: 4, no: 11 }),
      ...daily("m", [3, 5, 4, 7, 6, 9, 8, 11, 10, 12]),
      partition("m", { yes: { above: 10 }, no: { at_most: 10 } }),
    ];
    const { modelVersion, probabilities } = await ask(context, { pool: poolWith(FIXED) });
    expect({ modelVersion, probabilities }).toMatchInlineSnapshot(`
      {
        "modelVersion": "r13-c@d9262b155ba8fc3f2d16687867367e96cab4e03c",
        "probabilities": {
          "no": 0.33904514100998046,
          "yes": 0.6609548589900196,
        },
      }
    `);
  });
});
