import { describe, expect, it } from "vitest";
import type { Wrong } from "#test/change.ts";
import { errorOf, expectRefusal, issuesOf } from "#test/expect-refusal.ts";
import { expectWrong } from "#test/refusal-table.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { readExample } from "#test/start-gateway.ts";

const CODE = "INVALID_REQUEST";
const valid = JSON.stringify(readExample("binary"));

const gateway = await sharedGateway();

describe("a request whose top level or input is invalid", () => {
  it.each<Wrong>([
    ["no model", "/model", undefined],
    ["a model that is null", "/model", null],
    ["a model that is a number", "/model", 13],
    ["no input", "/input", undefined],
    ["an input that is null", "/input", null],
    ["an input that is a list", "/input", []],
    ["no as_of", "/input/as_of", undefined],
    ["an as_of that is a number", "/input/as_of", 1_780_000_000],
    ["an as_of that is not a date-time", "/input/as_of", "yesterday"],
    ["an as_of on February 30", "/input/as_of", "2026-02-30T00:00:00Z"],
    ["an as_of with a small z", "/input/as_of", "2026-06-15T09:00:00z"],
    ["an as_of with an offset without a colon", "/input/as_of", "2026-06-15T09:00:00+0200"],
    ["an as_of at 24:00", "/input/as_of", "2026-06-15T24:00:00Z"],
    ["a leap second where there is none", "/input/as_of", "2026-06-15T09:00:60Z"],
    ["an unknown property", "/extra", 1],
    ["a caller-supplied schema", "/response_schema", {}],
    ["several questions", "/tasks", []],
    ["an unknown property of the input", "/input/extra", null],
    ["a property of Object.prototype", "/constructor", {}],
    ["the property __proto__", "/__proto__", {}],
    ["a name with a slash and a tilde", "/a~b", 1],
  ])("is refused for %s", async (...invalid) => {
    await expectWrong(gateway, CODE, invalid, invalid[1].replace("~", "~0"));
  });

  it.each([
    ["null", "null"],
    ["a boolean", "true"],
    ["a number", "1"],
    ["text", '"text"'],
    ["a list", "[]"],
    ["a list of a request", `[${valid}]`],
  ])("is refused for a body that is %s", async (_, body) => {
    const reply = await gateway.post(body);
    await expectRefusal(gateway, reply, { status: 422, code: CODE, issues: [[CODE, ""]] });
  });

  it.each([
    ["the same member twice", valid.replace("{", '{"model":"service-r13-c",'), "/model"],
    ["the same member twice, once with an escape", valid.replace("{", '{"\\u006dodel":"service-r13-c",'), "/model"],
    [
      "the same member of the task twice",
      valid.replace('"type":"choice"', '"type":"choice","type":"choice"'),
      "/task/type",
    ],
    [
      "the same member of an observation's data twice",
      valid.replace('"kind"', '"kind":"counts","kind"'),
      "/input/context/1/data/kind",
    ],
  ])("is refused for %s", async (_, body, path) => {
    await expectRefusal(gateway, await gateway.post(body), { status: 422, code: CODE, issues: [[CODE, path]] });
  });

  it("is refused for nesting deeper than 32 outside an observation", async () => {
    const body = valid.replace("{", `{"extra":${"[".repeat(40)}${"]".repeat(40)},`);
    const reply = await gateway.post(body);
    expect(reply.status).toBe(422);
    expect(errorOf(reply.body).code).toBe(CODE);
  });

  it("is refused with every violation of an empty object", async () => {
    const { status, body } = await gateway.post("{}");
    expect(status).toBe(422);
    expect(issuesOf(body)).toEqual([
      [CODE, "/model"],
      [CODE, "/input"],
      ["INVALID_TASK", "/task"],
    ]);
  });

  it("is refused with at most 50 issues, ten of which are recorded", async () => {
    const extra = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`x${index}`, 0]));
    const reply = await gateway.post(JSON.stringify({ ...readExample("binary"), ...extra }));
    const issues = Array.from({ length: 50 }, (_, index) => [CODE, `/x${index}`] as const);
    await expectRefusal(gateway, reply, { status: 422, code: CODE, issues });
  });

  it("is refused without quoting the caller's text at length", async () => {
    const reply = await gateway.post(JSON.stringify({ ...readExample("binary"), ["secret".repeat(500)]: "secret" }));
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body).length).toBeLessThan(1_000);
  });
});
