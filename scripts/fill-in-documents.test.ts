import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { responseSchema } from "#lib/contract/response.ts";
import { SAMPLE_RESPONSE } from "#lib/contract/sample-response.ts";
import { DOCUMENTS, fillIn, ILLUSTRATION } from "./fill-in-documents.ts";

it.each(DOCUMENTS)("has written the generated parts of %s", (document) => {
  const text = readFileSync(document, "utf8");
  expect(text.match(/<!-- generated: /g)?.length).toBeGreaterThan(0);
  expect(text, "run `npx node scripts/fill-in-documents.ts`").toBe(fillIn(text));
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
