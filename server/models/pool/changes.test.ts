import { expect, it } from "vitest";
import { CHANGES } from "./changes.ts";
import { PARAMETERS } from "./parameters.ts";
import { modelVersion } from "./version.ts";

it("the current version is the newest one with a sentence", () => {
  expect(Object.keys(CHANGES).at(-1)).toBe(modelVersion(PARAMETERS));
});

it("each change is one sentence", () => {
  for (const change of Object.values(CHANGES)) expect(change).toMatch(/^[A-Z][^.]+\.$/);
});
