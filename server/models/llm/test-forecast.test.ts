import { describe, expect, it } from "vitest";
import { GatewayError } from "#server/base/errors.ts";
import type { Asked } from "./ask-in-orders.ts";
import { describeFailure } from "./read-error.ts";
import { timingOf } from "./read-timing.ts";
import { testForecast } from "./test-forecast.ts";

const ASKED: Asked = {
  calls: 5,
  orders: 2,
  samples: [],
  rejected: [],
  normalised: [],
  timing: timingOf(0, 1),
  usage: undefined,
  fingerprints: [],
};

/** Tests a model whose forecast takes `ms` milliseconds and then ends with `result`. */
function testOf(ms: number, result: Partial<Asked> | GatewayError) {
  let clock = 0;
  return testForecast({
    async ask() {
      clock += ms;
      if (result instanceof GatewayError) throw result;
      return { ...ASKED, ...result };
    },
    deadlineMs: 30_000,
    now: () => new Date(0),
    clock: () => clock,
  });
}

describe("the test of a whole forecast", () => {
  it.each<[ms: number, Partial<Asked> | GatewayError, passed: boolean, text: RegExp]>([
    [12_400, {}, true, /5 calls took 12\.4 s\. It meets the deadline of 30\.0 s \(MODEL_DEADLINE_MS\)\.$/],
    [
      74_000,
      {},
      false,
      /took 74\.0 s\. It exceeds .*Increase MODEL_DEADLINE_MS or MODEL_PARALLEL, or decrease MODEL_SAMPLES/,
    ],
    [100, { timing: undefined }, false, /set MODEL_TIMING=observed/],
    [
      100,
      { rejected: [{ sample: 1, reason: "the answer is incomplete" }] },
      true,
      /Discarded answers: 1 \(the answer is incomplete\)/,
    ],
    [
      100,
      new GatewayError("INVALID_MODEL_RESPONSE", {
        detail: "3 of 5 answers are unusable; reason of the last one: the answer is incomplete",
      }),
      false,
      /Increase MODEL_MAX_TOKENS/,
    ],
    [100, new GatewayError("MODEL_OFFLINE", { detail: "no connection: ECONNREFUSED" }), false, /failed: no connection/],
  ])("after %d ms with %j", async (ms, result, passed, text) => {
    expect(await testOf(ms, result)).toEqual({
      at: new Date(0),
      passed,
      text: expect.stringMatching(text),
      upstream: undefined,
    });
  });

  it("has the server's own words about a failure, without keys and control characters", async () => {
    const upstream = "Unsupported parameter\u0007: 'max_tokens' for sk-abcdefgh12345";
    const failure = new GatewayError("INVALID_MODEL_RESPONSE", { detail: "status 400", upstream });
    expect(await testOf(1, failure)).toMatchObject({
      text: "The test failed: status 400.",
      upstream: "Unsupported parameter : 'max_tokens' for …",
    });
    expect(describeFailure(new Error("x"))).toEqual({ detail: "Error: x", upstream: undefined });
  });
});
