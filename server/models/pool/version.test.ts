import { describe, expect, it } from "vitest";
import { PARAMETERS, type Parameters, parametersSchema } from "./parameters.ts";
import { modelVersion } from "./version.ts";

describe("the model version", () => {
  it("has the contract's format", () => {
    expect(modelVersion(PARAMETERS)).toMatch(/^r13-c@[a-f0-9]{40}$/);
  });

  it.each(Object.keys(parametersSchema.shape))("changes with %s", (name) => {
    const value = Object.entries(PARAMETERS).find(([key]) => key === name)?.[1] ?? 0;
    const changed: Parameters = { ...PARAMETERS, [name]: value * (1 + 1e-12) };
    expect(modelVersion(changed)).not.toBe(modelVersion(PARAMETERS));
  });

  it("does not depend on the order in which parameters are written", () => {
    const turned = parametersSchema.parse(Object.fromEntries(Object.entries(PARAMETERS).toReversed()));
    expect(modelVersion(turned)).toBe(modelVersion(PARAMETERS));
  });
});
