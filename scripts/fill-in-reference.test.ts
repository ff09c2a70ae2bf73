import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { responseSchema } from "#lib/contract/response.ts";
import { SAMPLE_RESPONSE } from "#lib/contract/sample-response.ts";
import { fillIn, ILLUSTRATION } from "./fill-in-reference.ts";

const text = readFileSync("docs/api.md", "utf8");

it("has written the generated parts of docs/api.md", () => {
  expect(text.match(/<!-- generated: /g)?.length).toBeGreaterThan(10);
  expect(text, "run `npm run api-reference`").toBe(fillIn(text));
});

it("refuses a marker for an unknown part", () => {
  expect(() => fillIn("<!-- generated: nothing -->\n<!-- end -->")).toThrow("unknown part: nothing");
});

it("illustrates a response that no prediction can produce, but that is valid otherwise", () => {
  const { request_id, timing, mode } = SAMPLE_RESPONSE;
  expect(responseSchema.safeParse({ ...ILLUSTRATION, request_id, timing }).success).toBe(false);
  expect(responseSchema.safeParse({ ...ILLUSTRATION, request_id, mode }).success).toBe(false);
  expect(responseSchema.safeParse({ ...ILLUSTRATION, timing, mode }).success).toBe(false);
  expect(responseSchema.safeParse({ ...ILLUSTRATION, request_id, timing, mode }).success).toBe(true);
});
