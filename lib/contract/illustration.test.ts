import { describe, expect, it } from "vitest";
import { ILLUSTRATION } from "./illustration.ts";
import { illustrationSchema, responseSchema } from "./response.ts";

describe("the illustrative response", () => {
  it("has the published shape and cannot be mistaken for an answer", () => {
    expect(illustrationSchema.parse(ILLUSTRATION)).toEqual(ILLUSTRATION);
    expect(responseSchema.safeParse(ILLUSTRATION).success).toBe(false);
  });
});
