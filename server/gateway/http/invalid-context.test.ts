import { describe, it } from "vitest";
import { change, type Wrong } from "#test/change.ts";
import { expectRefusal } from "#test/expect-refusal.ts";
import { expectWrong } from "#test/refusal-table.ts";
import { sharedGateway } from "#test/shared-gateway.ts";

const CODE = "INVALID_CONTEXT";
const AT = "/input/context";
/** Paths of the example's observations: the first is a text, the second is structured. */
const [TEXT, STRUCTURED] = [`${AT}/0`, `${AT}/1`];

const UNREVIEWED = {
  status: 422,
  code: "INPUT_QUALITY_UNVERIFIED",
  issues: [["INPUT_QUALITY_UNVERIFIED", "/input"]],
} as const;

const gateway = await sharedGateway();

describe("invalid observations", () => {
  it.each<Wrong>([
    ["no context", AT, undefined],
    ["a context that is null", AT, null],
    ["a context that is an object", AT, {}],
    ["an observation that is null", TEXT, null],
    ["an observation that is text", TEXT, "It will."],
    ["an observation that is a list", TEXT, []],
    ["no text", `${TEXT}/text`, undefined],
    ["a text that is null", `${TEXT}/text`, null],
    ["a text that is an object", `${TEXT}/text`, {}],
    ["half of a surrogate pair", `${TEXT}/text`, "\ude00"],
    ["no observed_at", `${TEXT}/observed_at`, undefined],
    ["an observed_at that is a number", `${TEXT}/observed_at`, 0],
    ["an observed_at that is not a date-time", `${TEXT}/observed_at`, "2026-05-04T10:30:00 Z"],
    ["an observed_at on April 31", `${TEXT}/observed_at`, "2026-04-31T10:30:00Z"],
    ["data in a text observation", `${TEXT}/data`, {}],
    ["an unknown property", `${TEXT}/source`, "x"],
    ["the property __proto__", `${TEXT}/__proto__`, 1],
    ["no data", `${STRUCTURED}/data`, undefined],
    ["data that are null", `${STRUCTURED}/data`, null],
    ["data that are a list", `${STRUCTURED}/data`, [1]],
    ["data that are text", `${STRUCTURED}/data`, "{}"],
    ["a text in a structured observation", `${STRUCTURED}/text`, ""],
    ["half of a surrogate pair deep in the data", `${STRUCTURED}/data/probabilities/yes`, "\ud800"],
  ])("are refused: %s", async (...invalid) => {
    await expectWrong(gateway, CODE, invalid);
  });

  it.each([undefined, null, "", "Text", "image", 1])("are refused for the type %j", async (type) => {
    await expectWrong(gateway, CODE, ["", `${TEXT}/type`, type]);
  });

  it("are refused for a number beyond a double's range in the data", async () => {
    const body = JSON.stringify(change(`${STRUCTURED}/data/weight`, 7)).replace('"weight":7', '"weight":1e999');
    const reply = await gateway.post(body);
    await expectRefusal(gateway, reply, { status: 422, code: CODE, issues: [[CODE, `${STRUCTURED}/data/weight`]] });
  });

  it("are refused for nesting deeper than 32, the request being level 1", async () => {
    // Levels 1 to 5 are the request, `input`, `context`, the observation and `data`; values in `data` are at level 6.
    const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    const deepest = await gateway.post(JSON.stringify(change(`${STRUCTURED}/data/deep`, nested(27))));
    await expectRefusal(gateway, deepest, UNREVIEWED);
    const reply = await gateway.post(JSON.stringify(change(`${STRUCTURED}/data/deep`, nested(28))));
    const path = `${STRUCTURED}/data/deep${"/0".repeat(27)}`;
    await expectRefusal(gateway, reply, { status: 422, code: CODE, issues: [[CODE, path]] });
  });
});
