import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effort } from "#test/effort.ts";
import { acceptResponse } from "./accept-response.ts";
import { type PredictionResponse, responseSchema } from "./response.ts";
import { SAMPLE_RESPONSE } from "./sample-response.ts";

const odd = fc.constantFrom<unknown>(
  ...[
    null,
    undefined,
    true,
    false,
    -1,
    0,
    0.5,
    1,
    2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "",
    "x",
    "yes",
    "a b",
    {},
    [],
  ],
);

/** The response with one member of one of its objects replaced, added or left out. */
const damaged = fc
  .tuple(fc.constantFrom("", "result", "timing", "probabilities"), fc.nat(), odd, fc.constantFrom("set", "add", "drop"))
  .map(([where, at, value, how]) => {
    const response = structuredClone(SAMPLE_RESPONSE);
    const { result, timing } = response;
    const object =
      where === "" ? response : where === "result" ? result : where === "timing" ? timing : result.probabilities;
    const names = Object.keys(object).filter((name) => name !== "task");
    const name = how === "add" ? "other" : (names[at % names.length] ?? "");
    if (how === "drop") Reflect.deleteProperty(object, name);
    else Reflect.set(object, name, value);
    return response;
  });

describe("the quick acceptance of a response", () => {
  it("accepts the sample", () => {
    expect(acceptResponse(SAMPLE_RESPONSE)).toBe(true);
  });

  it("accepts a damaged response only where the contract's schema does", () => {
    fc.assert(
      fc.property(damaged, (response) => {
        if (accepts(response)) expect(responseSchema.safeParse(response).error).toBeUndefined();
      }),
      { numRuns: effort({ sample: 2_000, full: 100_000 }) },
    );
  });
});

/** What throws on a value of the wrong type is not accepted. */
function accepts(response: PredictionResponse): boolean {
  try {
    return acceptResponse(response);
  } catch {
    return false;
  }
}
