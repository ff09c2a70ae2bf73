import { describe, it } from "vitest";
import { change, type Wrong } from "#test/change.ts";
import { expectRefusal } from "#test/expect-refusal.ts";
import { expectWrong } from "#test/refusal-table.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { readExample } from "#test/start-gateway.ts";

const CODE = "INVALID_CRITERIA";
const AT = "/task/criteria";

const gateway = await sharedGateway();

const options = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`o${index}`, null]));

describe("missing criteria, or invalid option ids or descriptions", () => {
  it.each<Wrong>([
    ["no criteria", AT, undefined],
    ["criteria that are null", AT, null],
    ["criteria that are a list", AT, ["yes", "no"]],
    ["no option", AT, {}],
    ["one option", AT, options(1)],
    ["21 options", AT, options(21)],
    ["1,000 options", AT, options(1_000)],
    ["an empty description", `${AT}/yes`, ""],
    ["a description of white space", `${AT}/yes`, "\n\u2003"],
    ["a description of 2,001 characters", `${AT}/yes`, "x".repeat(2_001)],
    ["a description that is a number", `${AT}/yes`, 1],
    ["a description that is an object", `${AT}/yes`, {}],
    ["half of a surrogate pair in a description", `${AT}/yes`, "\udc00"],
  ])("are refused: %s", async (...invalid) => {
    await expectWrong(gateway, CODE, invalid);
  });

  it.each([
    "",
    " yes",
    "maybe so",
    "_a",
    "-a",
    ".a",
    ":a",
    "é",
    "да",
    "a/b",
    "a~b",
    "a\n",
    "a".repeat(65),
    "__proto__",
    "😀",
  ])("are refused for the option id %j", async (id) => {
    const path = `${AT}/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    // Written as text: a literal or an assignment would set the prototype instead of a member.
    const body = JSON.stringify(readExample("binary")).replace(
      '"criteria":{',
      `"criteria":{${JSON.stringify(id)}:null,`,
    );
    await expectRefusal(gateway, await gateway.post(body), { status: 422, code: CODE, issues: [[CODE, path]] });
  });

  it("are refused for half of a surrogate pair in an option id", async () => {
    const body = JSON.stringify(readExample("binary")).replace('"criteria":{', '"criteria":{"a\\ud800":null,');
    const path = `${AT}/a\ufffd`;
    const issues = [
      [CODE, path],
      [CODE, path],
    ] as const;
    await expectRefusal(gateway, await gateway.post(body), { status: 422, code: CODE, issues });
  });

  it.each([
    ["the same text", '"yes":null,'],
    ["an escape", '"\\u0079es":null,'],
  ])("are refused for an option that occurs twice, by %s", async (_, twice) => {
    const body = JSON.stringify(readExample("binary")).replace('"criteria":{', `"criteria":{${twice}`);
    await expectRefusal(gateway, await gateway.post(body), { status: 422, code: CODE, issues: [[CODE, `${AT}/yes`]] });
  });

  it("are refused with every violation and its path", async () => {
    const criteria = { yes: "", no: " ", "a b": null, c: 1 };
    const issues = ["yes", "no", "a b", "c"].map((id) => [CODE, `${AT}/${id}`] as const);
    await expectRefusal(gateway, await gateway.post(JSON.stringify(change(AT, criteria))), {
      status: 422,
      code: CODE,
      issues,
    });
  });
});
