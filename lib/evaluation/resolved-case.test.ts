import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseCase } from "./resolved-case.ts";

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
