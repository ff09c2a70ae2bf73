import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOrderCheck, parseCase } from "./resolved-case.ts";

const request = JSON.parse(readFileSync("examples/binary.json", "utf8"));
const [yes = "", no = ""] = Object.keys(request.task.criteria);
const parse = (more: object) =>
  parseCase(JSON.stringify({ set: "s", question: "q", request, outcome: yes, ...more }), 3);

describe("a line of a file of resolved questions", () => {
  it("may have a block and other forecasts of the question", () => {
    const references = { naive: { [yes]: 0.4, [no]: 0.6 } };
    expect(parse({ block: "flood 2026", references })).toMatchObject({ line: 3, block: "flood 2026", references });
    expect(parse({})).not.toHaveProperty("block");
  });

  it.each([
    ["a missing option", { naive: { [yes]: 1 } }, "is missing"],
    ["an unknown option", { naive: { [yes]: 0.4, [no]: 0.6, maybe: 0 } }, "is not an option of the task"],
    ["a wrong sum", { naive: { [yes]: 0.4, [no]: 0.4 } }, "do not sum to 1"],
    ["a probability above 1", { naive: { [yes]: 40, [no]: 60 } }, "references.naive"],
    ["the name of a computed reference", { uniform: { [yes]: 0.5, [no]: 0.5 } }, "reserved"],
  ])("is invalid if a reference has %s", (_, references, message) => {
    expect(parse({ references })).toContain(message);
  });
});

/** Returns a line whose criteria are listed in this order, which JSON.stringify loses for ids such as `10`. */
function lineWith(options: readonly string[], more: object): string {
  const criteria = `{${options.map((option) => `"${option}":null`).join()}}`;
  const [outcome = ""] = options;
  const asked = {
    ...request,
    task: { ...request.task, criteria: "CRITERIA" },
    input: { ...request.input, context: [] },
  };
  return JSON.stringify({ set: "s", question: "q", request: asked, outcome, ...more }).replace('"CRITERIA"', criteria);
}

const orders = fc.shuffledSubarray(["10", "9", "low", "high", "constructor"], { minLength: 2 });

describe("the order of the options", () => {
  it("is that of the criteria or of the list, if the line declares one", () => {
    fc.assert(
      fc.property(orders, orders, (listed, other) => {
        expect(parseCase(lineWith(listed, { ordered: true }), 1)).toMatchObject({ order: listed });
        for (const line of [lineWith(listed, {}), lineWith(listed, { ordered: false })])
          expect(parseCase(line, 1)).not.toHaveProperty("order");
        const isSame = listed.toSorted().join() === other.toSorted().join();
        const expected = isSame ? expect.objectContaining({ order: other }) : "ordered: must list each option once";
        expect(parseCase(lineWith(listed, { ordered: other }), 1)).toEqual(expected);
      }),
    );
  });

  it.each(["yes", 1, [1], null])("cannot be %j", (ordered) => {
    expect(parse({ ordered })).toMatch(/^ordered/);
  });

  it("must be the same in all cases of a task, whatever the order of the lines", () => {
    const declared = fc.constantFrom(undefined, false, true, ["a", "b", "c"], ["c", "b", "a"]);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("acb", "abc"), declared), { maxLength: 5 }), (lines) => {
        const check = createOrderCheck();
        const cases = lines.map(([listed, ordered], index) => parseCase(lineWith([...listed], { ordered }), index + 1));
        const found = cases.map(check);
        const orders = new Set(cases.map((one) => String(typeof one === "string" || one.order)));
        expect(found.every((one) => typeof one !== "string")).toBe(orders.size < 2);
      }),
    );
  });
});

it.each(["ordred", "refrences", "Block", "__proto__"])(
  "a line with the unknown member %s is refused by name",
  (name) => {
    const line = JSON.stringify({ set: "s", question: "q", request, outcome: yes }).replace("{", `{"${name}":{},`);
    expect(parseCase(line, 1)).toContain(name);
  },
);
