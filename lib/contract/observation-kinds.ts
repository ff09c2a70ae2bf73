import { z } from "zod";
import { OPTION_ID_PATTERN } from "./bounds.ts";
import { isJsonObject } from "./json.ts";
import { partitionError } from "./partition-cover.ts";
import { optionIdSchema } from "./request.ts";

/**
 * The kinds of structured observation that the embedded release understands, as `data` of an observation of type
 * `structured`. The gateway accepts any JSON object; these schemas define the ones that a release can use. An unknown
 * property makes the observation unusable, so that a misspelt `weight` is noticed.
 */

const MAX_NAME = 200;
const MAX_COUNT = 1e9;
/** Squares of larger values would overflow. */
const MAX_VALUE = 1e100;
const FORECAST_SUM_TOLERANCE = 1e-3;

/** A name that groups observations: a source, a reference class or a series. */
function name(what: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${what} is missing.` : `${what} must be a string.`) })
    .max(MAX_NAME, { error: `${what} must have at most ${MAX_NAME} characters.` })
    .regex(/\S/, { error: `${what} must have at least one character that is not white space.` });
}

function strict<T extends z.ZodRawShape>(shape: T, kind: string) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? `An observation of kind "${kind}" has no such property.` : undefined,
  });
}

const OPTION_ID = new RegExp(OPTION_ID_PATTERN);

/**
 * Schema of an object from option id to a number from 0 to `max`, with an additional check. It is written by hand
 * because a zod record dominates the time of parsing a forecast, and a request may contain hundreds.
 */
function numbersByOption(what: string, max: number, sumErrorOf: (sum: number) => string | undefined) {
  return z
    .custom<Readonly<Record<string, number>>>(isJsonObject, {
      error: (issue) => (issue.input === undefined ? `${what} is missing.` : `${what} must be an object.`),
    })
    .superRefine((values, context) => {
      let sum = 0;
      for (const [option, value] of Object.entries(values)) {
        const error = entryError(option, value, max);
        if (error !== undefined) return context.addIssue({ code: "custom", message: error, path: [option] });
        sum += value;
      }
      const issue = sumErrorOf(sum);
      if (issue !== undefined) context.addIssue(issue);
    })
    .meta({
      type: "object",
      propertyNames: { pattern: OPTION_ID_PATTERN, maxLength: 64 },
      additionalProperties: { type: "number", minimum: 0, maximum: max },
    });
}

function entryError(option: string, value: unknown, max: number): string | undefined {
  if (!OPTION_ID.test(option)) return "This is not an option id.";
  if (typeof value !== "number") return "It must be a number.";
  return value >= 0 && value <= max ? undefined : `It must be from 0 to ${max}.`;
}

function sumError(sum: number): string | undefined {
  if (Math.abs(sum - 1) <= FORECAST_SUM_TOLERANCE) return undefined;
  return `The probabilities sum to ${Number(sum.toFixed(6))}, not to 1.`;
}

export const forecastSchema = strict(
  {
    kind: z.literal("forecast"),
    source: name("source").describe(
      "Whose forecast it is. Forecasts of one source are combined first, then the sources.",
    ),
    probabilities: numbersByOption("probabilities", 1, sumError).describe(
      "A probability for every option of the task. They sum to 1 within 0.001.",
    ),
    weight: z
      .number()
      .min(1e-6)
      .max(1e6)
      .optional()
      .describe("The weight of this forecast relative to others. The default is 1."),
  },
  "forecast",
);

export const countsSchema = strict(
  {
    kind: z.literal("counts"),
    reference_class: name("reference_class").describe("What the counted cases have in common."),
    counts: numbersByOption("counts", MAX_COUNT, () => undefined).describe(
      "The number of past cases with each outcome, for every option of the task.",
    ),
  },
  "counts",
);

export const measurementSchema = strict(
  {
    kind: z.literal("measurement"),
    series: name("series").describe("The series that this measurement belongs to."),
    value: z
      .number()
      .min(-MAX_VALUE, { error: `The value must be from ${-MAX_VALUE} to ${MAX_VALUE}.` })
      .max(MAX_VALUE, { error: `The value must be from ${-MAX_VALUE} to ${MAX_VALUE}.` }),
    unit: name("unit").optional().describe("The same for all measurements of a series. Nothing is converted."),
  },
  "measurement",
);

const intervalSchema = z.strictObject(
  {
    above: z.number().optional(),
    at_least: z.number().optional(),
    below: z.number().optional(),
    at_most: z.number().optional(),
  },
  { error: 'An interval is an object with at most one of "above" and "at_least", and one of "below" and "at_most".' },
);

export const partitionSchema = strict(
  {
    kind: z.literal("partition"),
    series: name("series").describe("The series whose value decides the outcome."),
    intervals: z
      .record(optionIdSchema, intervalSchema)
      .superRefine((intervals, context) => {
        const issue = partitionError(Object.entries(intervals));
        if (issue !== undefined) context.addIssue(issue);
      })
      .describe(
        "The values that mean each option, for every option of the task. Together they cover all numbers without overlap.",
      ),
  },
  "partition",
);

export const OBSERVATION_KINDS = {
  forecast: {
    schema: forecastSchema,
    meaning: "One source's distribution over the options on that date: a market, a crowd, an expert, another model.",
    example: { kind: "forecast", source: "metaculus", probabilities: { yes: 0.32, no: 0.68 }, weight: 2 },
  },
  counts: {
    schema: countsSchema,
    meaning: "How comparable past cases ended: the base rate.",
    example: {
      kind: "counts",
      reference_class: "Rate decisions within a year of the last change, 1999 to 2024",
      counts: { cut: 21, hold: 67, raise: 18 },
    },
  },
  measurement: {
    schema: measurementSchema,
    meaning:
      "One dated measurement of a numeric series. The release needs five or more of one series, in one unit, and a partition.",
    example: { kind: "measurement", series: "Sea ice extent, Arctic", value: 4.37, unit: "million km²" },
  },
  partition: {
    schema: partitionSchema,
    meaning:
      "Which values of a series mean which option, at the resolution date. Bounds of neighbours meet: above with at_most, or below with at_least. A single value has probability 0, unless measurements often repeat an earlier one.",
    example: {
      kind: "partition",
      series: "Sea ice extent, Arctic",
      intervals: { low: { below: 4 }, middle: { at_least: 4, at_most: 5 }, high: { above: 5 } },
    },
  },
} satisfies Record<string, { schema: z.ZodType; meaning: string; example: object }>;

export type ObservationKind = keyof typeof OBSERVATION_KINDS;

export function isObservationKind(kind: unknown): kind is ObservationKind {
  return typeof kind === "string" && Object.hasOwn(OBSERVATION_KINDS, kind);
}
