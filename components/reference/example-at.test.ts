import { expect, it } from "vitest";
import { openApiDocument } from "#lib/contract/open-api.ts";
import { SAMPLE_REQUEST } from "#lib/contract/sample-request.ts";
import { exampleAt } from "./example-at.ts";
import { readFields } from "./read-fields.ts";

it("returns the example value of a field by the field's path", () => {
  expect(exampleAt(SAMPLE_REQUEST, "task.criteria.{id}")).toBe('"What must happen for yes."');
  expect(exampleAt(SAMPLE_REQUEST, "input.context[text].text")).toBe('"A dated report."');
  expect(exampleAt(SAMPLE_REQUEST, "input.context[structured].type")).toBe('"structured"');
  expect(exampleAt(SAMPLE_REQUEST, "task.nothing.at.all")).toBeUndefined();
});

it("has an example for every field of a request", () => {
  const { schemas } = openApiDocument("http://localhost").components;
  const missing = readFields(schemas.PredictionRequest).filter(
    ({ path }) => exampleAt(SAMPLE_REQUEST, path) === undefined,
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});
