import { z } from "zod";
import { MAX_DESCRIPTION, MAX_INSTRUCTIONS, MAX_OPTIONS, MIN_OPTIONS, OPTION_ID_PATTERN } from "./bounds.ts";
import { DATE_TIME_PATTERN, readDateTime } from "./date-time.ts";
import { ERRORS } from "./error-table.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

/** The only schema of a prediction request: the route, tRPC, the form, the tests and `/openapi.json` all use it. */

/** Schema of a text of 1 to `max` Unicode code points that are not all white space. `what` starts its messages. */
function text(max: number, what: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${what} is missing.` : `${what} must be a string.`) })
    .superRefine((value, context) => {
      const length = codePoints(value, max);
      if (length > max) context.addIssue(`${what} must have at most ${max} characters.`);
      else if (!/\S/.test(value)) context.addIssue(`${what} must have at least one character that is not white space.`);
    })
    .meta({ minLength: 1, maxLength: max, pattern: "\\S" });
}

/** Counts code points, but stops when the count exceeds `enough`. */
function codePoints(value: string, enough: number): number {
  if (value.length <= enough) return value.length;
  let count = 0;
  for (const _ of value) if (++count > enough) break;
  return count;
}

/** Marks a zod issue as a missing time zone. */
export const NO_ZONE = { noZone: true } as const;

export function dateTime(what: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${what} is missing.` : `${what} must be a string.`) })
    .superRefine((value, context) => {
      const parsed = readDateTime(value);
      if (parsed.ok) return;
      if (parsed.error === "zone") {
        context.addIssue({
          code: "custom",
          message: `${what} has no time zone. ${ERRORS.EXPLICIT_TIMEZONE_REQUIRED.remedy}`,
          params: NO_ZONE,
        });
      } else {
        context.addIssue(`${what} must be a valid date and time in the form YYYY-MM-DDTHH:MM:SSZ (or with an offset).`);
      }
    })
    .meta({ format: "date-time", pattern: DATE_TIME_PATTERN });
}

function strict<T extends z.ZodRawShape>(shape: T, what: string) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === "unrecognized_keys") return `${what} must not have this property.`;
      return issue.input === undefined ? `${what} is missing.` : `${what} must be an object.`;
    },
  });
}

export const optionIdSchema = z
  .string()
  .regex(new RegExp(OPTION_ID_PATTERN), {
    error: "An option id has 1 to 64 letters, digits, '.', '_', ':' or '-', and starts with a letter or digit.",
  })
  .meta({ maxLength: 64 });

const descriptionSchema = z.union([text(MAX_DESCRIPTION, "An option's description"), z.null()], {
  error: `An option's description must be null or a string of 1 to ${MAX_DESCRIPTION} characters, not all white space.`,
});

const criteriaSchema = z
  .record(optionIdSchema, descriptionSchema, {
    error: (issue) => (issue.input === undefined ? "criteria is missing." : "criteria must be an object."),
  })
  .meta({
    minProperties: MIN_OPTIONS,
    maxProperties: MAX_OPTIONS,
    description: "Maps option ids to descriptions. The options must be mutually exclusive and exhaustive.",
  });

const resolutionSchema = strict(
  {
    criteria: text(MAX_INSTRUCTIONS, "resolution.criteria").describe(
      "The rules and the source that determine the outcome.",
    ),
    resolves_at: dateTime("resolves_at").describe("The deadline for resolution; later than input.as_of."),
  },
  "resolution",
);

export const taskSchema = strict(
  {
    type: z.literal("choice", { error: 'type must be "choice", the only task type in this version.' }),
    instructions: text(MAX_INSTRUCTIONS, "instructions").describe("The prediction question."),
    criteria: criteriaSchema,
    resolution: resolutionSchema,
  },
  "task",
);

const observedAt = dateTime("observed_at").describe("The time of the observation; not later than input.as_of.");

const textObservationSchema = strict(
  {
    type: z.literal("text"),
    text: z.string({
      error: (issue) => (issue.input === undefined ? "text is missing." : "text must be a string."),
    }),
    observed_at: observedAt,
  },
  "A text observation",
);

export const structuredDataSchema = z
  .custom<JsonObject>(isJsonObject, {
    error: (issue) => (issue.input === undefined ? "data is missing." : "data must be an object."),
  })
  .meta({
    type: "object",
    additionalProperties: true,
    description: "Any JSON object. Each release defines the kinds that it can use.",
  });

const structuredObservationSchema = strict(
  {
    type: z.literal("structured"),
    data: structuredDataSchema,
    observed_at: observedAt,
  },
  "A structured observation",
);

const observationSchema = z.discriminatedUnion("type", [textObservationSchema, structuredObservationSchema], {
  error: (issue) =>
    isJsonObject(issue.input)
      ? 'An observation\'s type must be "text" or "structured".'
      : "An observation must be an object.",
});

const inputSchema = strict(
  {
    as_of: dateTime("as_of").describe("The information cutoff."),
    context: z.array(observationSchema, {
      error: (issue) => (issue.input === undefined ? "context is missing." : "context must be an array."),
    }),
  },
  "input",
);

export const requestSchema = strict(
  {
    model: z
      .string({
        error: (issue) => (issue.input === undefined ? "model is missing." : "model must be a string."),
      })
      .describe("The model release, such as service-r13-c."),
    task: taskSchema,
    input: inputSchema,
  },
  "The request",
);

export type PredictionRequest = z.infer<typeof requestSchema>;

/** A request with its option ids in the caller's order, which a JavaScript object loses for ids such as `10`. */
export interface OrderedRequest {
  readonly request: PredictionRequest;
  readonly options: readonly string[];
}

export type Task = z.infer<typeof taskSchema>;
export type PredictionInput = z.infer<typeof inputSchema>;
export type Observation = z.infer<typeof observationSchema>;
export type StructuredObservation = Extract<Observation, { type: "structured" }>;
