import { describe, expect, it } from "vitest";
import { llamaShape, ollamaShape, openaiShape, vllmShape } from "#test/completions.ts";
import { addTimings, readTiming } from "./read-timing.ts";

const SAID = { content: "{}" };
const NONE = { model_queue_ms: 0, inference_ms: 0, load_ms: 0, cold_start: false, reportsLoad: false };

function timingIn(completion: object) {
  return readTiming(JSON.parse(JSON.stringify(completion)));
}

describe("the time of a call", () => {
  it("is read from vLLM: queue time, and time from the first step to the last token", () => {
    const timing = { model_queue_ms: 0.125, inference_ms: 0.75, load_ms: 0, cold_start: false, reportsLoad: false };
    expect(timingIn(vllmShape(SAID))).toEqual(timing);
  });

  it("is read from llama.cpp: prompt processing and generation", () => {
    const timing = { model_queue_ms: 0, inference_ms: 0.75, load_ms: 0, cold_start: false, reportsLoad: false };
    expect(timingIn(llamaShape(SAID))).toEqual(timing);
  });

  it("is read from Ollama in nanoseconds: load time, and the rest of the total", () => {
    const timing = { model_queue_ms: 0, inference_ms: 0.75, load_ms: 0.25, cold_start: false, reportsLoad: true };
    expect(timingIn(ollamaShape(SAID))).toEqual(timing);
    const cold = { ...ollamaShape(SAID), total_duration: 4e9, load_duration: 3e9 };
    expect(timingIn(cold)).toEqual({ ...timing, inference_ms: 1_000, load_ms: 3_000, cold_start: true });
    const { load_duration: _, ...warm } = ollamaShape(SAID);
    expect(timingIn(warm)).toEqual({ ...timing, inference_ms: 1, load_ms: 0 });
  });

  it.each<[string, object]>([
    ["no times", openaiShape(SAID)],
    ["metrics that are null", { ...vllmShape(SAID), metrics: null }],
    [
      "metrics without a queue time",
      { ...vllmShape(SAID), metrics: { time_to_first_token_ms: 1, generation_time_ms: 1 } },
    ],
    ["a time that is null", { ...llamaShape(SAID), timings: { prompt_ms: null, predicted_ms: 1 } }],
    ["a time below 0", { ...llamaShape(SAID), timings: { prompt_ms: -1, predicted_ms: 1 } }],
    ["a time in a string", { ...ollamaShape(SAID), total_duration: "174ms" }],
    ["a load time above the total", { ...ollamaShape(SAID), load_duration: 2e6 }],
  ])("is undefined for %s", (_, completion) => {
    expect(timingIn(completion)).toBeUndefined();
  });

  it("is rounded to the microsecond, for one call and for the sum of calls", () => {
    const call = timingIn({ ...llamaShape(SAID), timings: { prompt_ms: 0.1, predicted_ms: 0.2 } });
    expect(call?.inference_ms).toBe(0.3);
    const calls = Array.from({ length: 3 }, () => ({ ...NONE, inference_ms: 0.1, model_queue_ms: 1.279781000001094 }));
    expect(addTimings(calls)).toEqual({ ...NONE, inference_ms: 0.3, model_queue_ms: 3.839 });
  });

  it("is added over calls, is a cold start if any call was, and reports load only if all calls do", () => {
    const one = { model_queue_ms: 1, inference_ms: 2, load_ms: 4, cold_start: false, reportsLoad: true };
    const sum = { model_queue_ms: 2, inference_ms: 4, load_ms: 8, cold_start: true, reportsLoad: false };
    expect(addTimings([one, { ...one, cold_start: true, reportsLoad: false }])).toEqual(sum);
  });
});
