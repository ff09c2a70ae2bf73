import { describe, expect, it, vi } from "vitest";
import { createPool } from "#server/models/pool/pool.ts";
import { approvedInput } from "#test/approved-input.ts";
import { readExample } from "#test/start-gateway.ts";
import { blendModels } from "./blend.ts";
import type { Model } from "./model.ts";

const binary = readExample("binary");
const signal = new AbortController().signal;
const pool = createPool({ release: "service-r13-c", now: () => 0 });
const timing = { model_queue_ms: 1, inference_ms: 2, load_ms: 3, cold_start: false };
const VERSION = `r13-c@${"a".repeat(40)}`;

/** A model that always answers `yes` with this probability. */
function saying(yes: number): Model {
  return {
    ...pool,
    supports: () => ({ ok: true }),
    forecast: async () => ({
      modelVersion: VERSION,
      probabilities: { yes, no: 1 - yes },
      timing,
      trace: { method: "verbalised" },
    }),
    status: () => ({ version: VERSION }),
  };
}

const forecastOf = (model: Model, request = binary) => model.forecast(approvedInput(request), signal, 1_000);
const logit = (p = 0) => Math.log(p / (1 - p));

describe("a blend with the embedded model", () => {
  it("is the weighted mean of both log odds, and its trace contains both answers", async () => {
    const embedded = await forecastOf(pool);
    const { probabilities, trace, timing: took } = await forecastOf(blendModels(saying(0.3), pool, 0.25));
    const expected = 0.75 * logit(0.3) + 0.25 * logit(embedded.probabilities.yes);
    expect(logit(probabilities.yes)).toBeCloseTo(expected, 12);
    expect(trace).toEqual({
      method: "verbalised",
      blend: {
        weight: 0.25,
        floor: 0.0005,
        language: [0.7, 0.3],
        embedded: [embedded.probabilities.no, embedded.probabilities.yes],
        embedded_trace: embedded.trace,
      },
    });
    expect(took).toEqual(timing);
  });

  it("equals the language model's answer bit for bit if the embedded model has no answer, as the trace records", async () => {
    const empty = { ...binary, input: { ...binary.input, context: [] } };
    const { probabilities, trace } = await forecastOf(blendModels(saying(0.1 + 0.2), pool, 0.25), empty);
    expect(probabilities).toEqual({ yes: 0.1 + 0.2, no: 1 - (0.1 + 0.2) });
    expect(trace).toMatchObject({ blend: { weight: 0.25, embedded: null } });
  });

  it("does not ask the language model if the embedded model fails", async () => {
    const failing: Model = {
      ...pool,
      forecast: async () => {
        throw new Error("not finite");
      },
    };
    const forecast = vi.fn(saying(0.3).forecast);
    await expect(forecastOf(blendModels({ ...saying(0.3), forecast }, failing, 0.25))).rejects.toThrow("not finite");
    expect(forecast).not.toHaveBeenCalled();
  });

  it("has its own version, with or without an embedded answer, and the version changes with the weight", async () => {
    const model = blendModels(saying(0.3), pool, 0.25);
    const empty = { ...binary, input: { ...binary.input, context: [] } };
    const { version } = model.status();
    expect(version).toMatch(/^r13-c@[a-f0-9]{40}$/);
    expect((await forecastOf(model)).modelVersion).toBe(version);
    expect((await forecastOf(model, empty)).modelVersion).toBe(version);
    expect(blendModels(saying(0.3), pool, 0.5).status().version).not.toBe(version);
    expect(version).not.toBe(VERSION);
  });
});
