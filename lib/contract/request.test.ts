import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { validRequest } from "#test/arbitrary.ts";
import { requestSchema } from "./request.ts";
import { errorBodySchema, responseSchema } from "./response.ts";

/** Allows custom types: zod treats structured data as a custom type, whose JSON Schema comes from meta(). */
function publish(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

function validatorOf(schema: z.ZodType) {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  return ajv.compile(publish(schema));
}

describe("the published JSON Schema", () => {
  it.each([
    ["the request", requestSchema],
    ["the response", responseSchema],
    ["the error", errorBodySchema],
  ])("can be generated from %s, in full and strict", (_, schema) => {
    expect(publish(schema)).toMatchObject({ type: "object", additionalProperties: false });
  });

  it("states the limits of a request", () => {
    const schema = publish(requestSchema);
    expect(schema.required).toEqual(["model", "task", "input"]);
    expect(schema).toMatchObject({
      properties: {
        task: {
          additionalProperties: false,
          required: ["type", "instructions", "criteria", "resolution"],
          properties: {
            type: { const: "choice" },
            instructions: { minLength: 1, maxLength: 8_000 },
            criteria: {
              minProperties: 2,
              maxProperties: 20,
              propertyNames: { pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$" },
            },
            resolution: {
              additionalProperties: false,
              properties: { criteria: { maxLength: 8_000 }, resolves_at: { format: "date-time" } },
            },
          },
        },
        input: {
          additionalProperties: false,
          required: ["as_of", "context"],
          properties: {
            context: {
              items: {
                oneOf: [{ required: ["type", "text", "observed_at"] }, { properties: { data: { type: "object" } } }],
              },
            },
          },
        },
      },
    });
  });

  it("accepts every valid request", () => {
    const validate = validatorOf(requestSchema);
    fc.assert(
      fc.property(validRequest(), (request) => {
        validate(request);
        expect(validate.errors ?? []).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
