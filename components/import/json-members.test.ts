import { expect, it } from "vitest";
import { jsonMembers, shortPaths } from "./json-members.ts";

it("a value is shown with each member once, numbers and texts as JSON", () => {
  const value = {
    data: { kind: "forecast", probabilities: { yes: 0.25, NA: 1e21 } },
    list: ["1", 1],
    none: null,
    e: {},
  };
  expect([...jsonMembers(value)]).toEqual([
    ["data.kind", '"forecast"'],
    ["data.probabilities.yes", "0.25"],
    ["data.probabilities.NA", "1e+21"],
    ["list", '["1",1]'],
    ["none", "null"],
    ["e", "{}"],
  ]);
});

it("a column is named by the shortest end of its path that no other column has", () => {
  expect(
    shortPaths(["task.criteria.yes", "task.criteria", "task.resolution.criteria", "as_of", "as_of", "x_of"]),
  ).toEqual([
    ["task.criteria.yes", "yes"],
    ["task.criteria", "task.criteria"],
    ["task.resolution.criteria", "resolution.criteria"],
    ["as_of", "as_of"],
    ["x_of", "x_of"],
  ]);
});
