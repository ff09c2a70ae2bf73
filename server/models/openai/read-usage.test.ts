import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiShape } from "#test/completions.ts";
import { completionSchema } from "./completion.ts";
import { readUsage } from "./read-usage.ts";

const PRICES = { input: 2.5, cachedInput: 1.25, output: 10, currency: "USD" };

const withUsage = (usage: unknown) => completionSchema.parse({ ...openaiShape({ content: "{}" }), usage });

const tokens = fc.nat(1_000_000);
const reported = fc.record({ prompt: tokens, cached: tokens, output: tokens });

describe("the token usage of a forecast", () => {
  it("adds up the calls, and costs what their tokens cost", () => {
    fc.assert(
      fc.property(fc.array(reported, { minLength: 1, maxLength: 25 }), (calls) => {
        const completions = calls.map(({ prompt, cached, output }) =>
          withUsage({
            prompt_tokens: prompt + cached,
            completion_tokens: output,
            prompt_tokens_details: { cached_tokens: cached },
          }),
        );
        const total = (name: keyof (typeof calls)[number]) => calls.reduce((sum, call) => sum + call[name], 0);
        const usage = readUsage(completions, PRICES);
        expect(usage).toMatchObject({
          input_tokens: total("prompt") + total("cached"),
          cached_input_tokens: total("cached"),
          output_tokens: total("output"),
        });
        const amount = (2.5 * total("prompt") + 1.25 * total("cached") + 10 * total("output")) / 1e6;
        expect(usage?.cost?.amount).toBeCloseTo(amount, 9);
      }),
    );
  });

  it("has no cost without prices", () => {
    const usage = { input_tokens: 3, cached_input_tokens: 0, output_tokens: 4 };
    expect(readUsage([withUsage({ prompt_tokens: 3, completion_tokens: 4 })], undefined)).toEqual(usage);
  });

  it.each([
    undefined,
    null,
    {},
    { prompt_tokens: -1, completion_tokens: 1 },
    { prompt_tokens: 1.5, completion_tokens: 1 },
    { prompt_tokens: "1", completion_tokens: 1 },
  ])("is unknown if one call reports %j", (usage) => {
    const known = withUsage({ prompt_tokens: 3, completion_tokens: 4 });
    expect(readUsage([known, withUsage(usage)], PRICES)).toBeUndefined();
  });

  it("is unknown without an answered call", () => {
    expect(readUsage([], PRICES)).toBeUndefined();
  });
});
