import { expect, it } from "vitest";
import { openApiDocument } from "#lib/contract/open-api.ts";
import { readFields } from "./read-fields.ts";

const { schemas } = openApiDocument("http://localhost").components;

it("lists every field of a request with its path and constraints", () => {
  const fields = new Map(readFields(schemas.PredictionRequest).map((field) => [field.path, field]));
  expect(fields.get("task.instructions")).toMatchObject({
    type: "string",
    required: true,
    rules: ["1 to 8,000 characters"],
  });
  expect(fields.get("task.criteria")?.rules[0]).toBe("2 to 20 members");
  expect(fields.get("input.context[structured].data")?.type).toBe("object");
  expect(fields.has("input.context[text].observed_at")).toBe(true);
});

it("lists every timing field of the response", () => {
  const paths = readFields(schemas.PredictionResponse).map(({ path }) => path);
  expect(paths).toContain("result.probabilities.{id}");
  expect(paths.filter((path) => path.startsWith("timing."))).toHaveLength(8);
});
