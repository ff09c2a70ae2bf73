import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { rightAnswer } from "#test/faulty-model.ts";
import { readExample } from "#test/start-gateway.ts";
import { wireDocument } from "./http-model.ts";

const EXAMPLE = { request_id: "0198c9a0-0000-7000-8000-000000000000", ...readExample("binary"), deadline_ms: 30_000 };

function validator(name: "Request" | "Answer") {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  return ajv.compile({ ...wireDocument(), $ref: `#/$defs/${name}` });
}

describe("the published schemas of a model server", () => {
  it("match the adapter's schemas (to rewrite the file, run vitest --update)", async () => {
    const text = `${JSON.stringify(wireDocument(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../../docs/model-server.schema.json");
  });

  it("accept a request and its answer, also with additional members", () => {
    expect(validator("Request")(EXAMPLE)).toBe(true);
    const isAnswer = validator("Answer");
    expect(isAnswer(rightAnswer(EXAMPLE))).toBe(true);
    expect(isAnswer({ ...rightAnswer(EXAMPLE), note: "x", choice: "yes" })).toBe(true);
  });

  it.each([
    { model_version: "1" },
    { probabilities: { yes: 1.1, no: 0 } },
    { probabilities: { yes: "1", no: 0 } },
    { timing: {} },
    { mode: "illustration" },
  ])("refuse %o", (members) => {
    expect(validator("Answer")({ ...rightAnswer(EXAMPLE), ...members })).toBe(false);
  });
});
