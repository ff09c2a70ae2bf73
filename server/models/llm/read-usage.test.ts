import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answered } from "#test/answered.ts";
import { readUsage } from "./read-usage.ts";

const PRICES = { input: 2.5, cachedInput: 1.25, output: 10, currency: "USD" };

interface Reported {
  readonly prompt?: number | undefined;
  readonly cached?: number | undefined;
  readonly output?: number | undefined;
  readonly reasoning?: number | undefined;
}

const withUsage = ({ prompt, cached, output, reasoning }: Reported) =>
  answered("{}", {
    usage: {
      inputTokens: { total: prompt, noCache: undefined, cacheRead: cached, cacheWrite: undefined },
      outputTokens: { total: output, text: undefined, reasoning },
    },
  });

const tokens = fc.nat(1_000_000);
const reported = fc.record({ prompt: tokens, cached: tokens, output: tokens, reasoning: tokens });

describe("the token usage of a forecast", () => {
  it("adds up the calls, and costs what their tokens cost", () => {
    fc.assert(
      fc.property(fc.array(reported, { minLength: 1, maxLength: 25 }), (calls) => {
        const completions = calls.map(({ prompt, cached, output, reasoning }) =>
          withUsage({ prompt: prompt + cached, cached, output: output + reasoning, reasoning }),
        );
        const total = (name: keyof (typeof calls)[number]) => calls.reduce((sum, call) => sum + call[name], 0);
        const usage = readUsage(completions, PRICES);
        expect(usage).toMatchObject({
          input_tokens: total("prompt") + total("cached"),
          cached_input_tokens: total("cached"),
          output_tokens: total("output") + total("reasoning"),
          reasoning_tokens: total("reasoning"),
        });
        const output = total("output") + total("reasoning");
        const amount = (2.5 * total("prompt") + 1.25 * total("cached") + 10 * output) / 1e6;
        expect(usage?.cost?.amount).toBeCloseTo(amount, 9);
      }),
    );
  });

  it("has no cost without prices", () => {
    const usage = { input_tokens: 3, cached_input_tokens: 0, output_tokens: 4, reasoning_tokens: 0 };
    expect(readUsage([withUsage({ prompt: 3, output: 4 })], undefined)).toEqual(usage);
  });

  it.each<Reported>([{}, { prompt: 3 }, { output: 4 }, { prompt: -1, output: 1 }, { prompt: 1.5, output: 1 }])(
    "is unknown if one call reports %j",
    (usage) => {
      expect(readUsage([withUsage({ prompt: 3, output: 4 }), withUsage(usage)], PRICES)).toBeUndefined();
    },
  );

  it("is unknown without an answered call", () => {
    expect(readUsage([], PRICES)).toBeUndefined();
  });
});
