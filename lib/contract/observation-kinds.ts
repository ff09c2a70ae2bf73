import { z } from "zod";
import { OPTION_ID_PATTERN } from "./bounds.ts";
import { MAX_VALUE, readHistory } from "./history.ts";
import { isJsonObject, type Json } from "./json.ts";
import { partitionError } from "./partition-cover.ts";
import { optionIdSchema } from "./request.ts";

/**
 * The kinds of structured observation that the embedded release can use: schemas of the observation's `data`. The
 * gateway accepts any JSON object as `data`. An unknown property makes the observation unusable, so that a misspelt
 * `weight` is noticed.
 */

const MAX_NAME = 200;
const MAX_COUNT = 1e9;
const FORECAST_SUM_TOLERANCE = 1e-3;
const FRACTIONS_SUM_TOLERANCE = 0.02;

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
      issue.code === "unrecognized_keys" ? `An observation of kind "${kind}" must not have this property.` : undefined,
  });
}

function unit() {
  return name("unit")
    .optional()
    .describe(
      "The unit of the values. It must be the same for all values of a series, because units are not converted.",
    );
}

const SERIES_VALUE = { type: "number", minimum: -MAX_VALUE, maximum: MAX_VALUE } as const;
const DATED_VALUE = {
  type: "array",
  prefixItems: [{ type: "string" }, SERIES_VALUE],
  minItems: 2,
  maxItems: 2,
} as const;

const OPTION_ID = new RegExp(OPTION_ID_PATTERN);

/**
 * Schema of an object that maps option ids to numbers from 0 to `max`. `sumErrorOf` checks the sum. Hand-written,
 * because a zod record would dominate the parse time of a request with hundreds of forecasts.
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
  if (!OPTION_ID.test(option)) return "This name is not a valid option id.";
  if (typeof value !== "number") return "The value must be a number.";
  return value >= 0 && value <= max ? undefined : `The value must be from 0 to ${max}.`;
}

function sumError(sum: number): string | undefined {
  if (Math.abs(sum - 1) <= FORECAST_SUM_TOLERANCE) return undefined;
  const advice =
    Math.abs(100 * sum - 1) <= FRACTIONS_SUM_TOLERANCE
      ? " Multiply them by 100 if fractions were entered as percentages."
      : "";
  return `The probabilities sum to ${Number(sum.toFixed(6))}, not to 1.${advice}`;
}

export const forecastSchema = strict(
  {
    kind: z.literal("forecast"),
    source: name("source").describe(
      "The author of the forecast. Forecasts of one source are pooled first, then the sources.",
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
    reference_class: name("reference_class").describe("The kind of case that was counted."),
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
    unit: unit(),
  },
  "measurement",
);

export const historySchema = strict(
  {
    kind: z.literal("history"),
    series: name("series").describe("The series that the values belong to, as in a measurement."),
    unit: unit(),
    start: z
      .string()
      .optional()
      .describe("The time of the first value, if the times are regular: a date-time with a UTC offset."),
    every: z
      .string()
      .optional()
      .describe(
        "The time from one value to the next, with start: PTnM (minutes), PTnH (hours), PnD (days of 24 hours), PnW (weeks), PnM (months) or PnY (years), with n from 1 to 9999. Months and years are those of the calendar in the offset of start; 31 January is followed by the last day of February and by 31 March.",
      ),
    values: z.custom<Json[]>(Array.isArray, { error: "values must be an array." }).meta({
      type: "array",
      minItems: 1,
      items: { anyOf: [DATED_VALUE, SERIES_VALUE, { type: "null" }] },
      description:
        "Pairs [time, number] in any order, with a UTC offset in each time. With start and every: numbers, or null for a missing value.",
    }),
  },
  "history",
).superRefine((data, context) => {
  const read = readHistory(data);
  if (!read.ok) context.addIssue({ code: "custom", message: read.message, path: [...read.path] });
});

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
        "The interval of values that belongs to each option of the task. Together, the intervals cover all numbers without overlap.",
      ),
  },
  "partition",
);

export const OBSERVATION_KINDS = {
  forecast: {
    schema: forecastSchema,
    meaning:
      "A source's probabilities for the options on a date. The source may be a market, a crowd, an expert or another model.",
    example: { kind: "forecast", source: "metaculus", probabilities: { yes: 0.32, no: 0.68 }, weight: 2 },
  },
  counts: {
    schema: countsSchema,
    meaning: "Outcomes of comparable past cases: the base rate.",
    example: {
      kind: "counts",
      reference_class: "Rate decisions within a year of the last change, 1999 to 2024",
      counts: { cut: 21, hold: 67, raise: 18 },
    },
  },
  measurement: {
    schema: measurementSchema,
    meaning:
      "One dated value of a numeric series. The release needs at least five values of the series in the same unit, from measurements and histories, and a partition.",
    example: { kind: "measurement", series: "Sea ice extent, Arctic", value: 4.37, unit: "million km²" },
  },
  history: {
    schema: historySchema,
    meaning:
      "A numeric series in one observation, with the same effect as a measurement for each value. The times are those of the values, such as the ends of the months; observed_at is when the last value became known. A value later than observed_at makes the whole history unusable. Values that were published one by one need a measurement each, with its own observed_at.",
    example: {
      kind: "history",
      series: "Sea ice extent, Arctic",
      unit: "million km²",
      start: "2025-09-30T00:00:00Z",
      every: "P1M",
      values: [4.75, 8.22, 10.4, null, 13.5],
    },
  },
  partition: {
    schema: partitionSchema,
    meaning:
      "Assigns an interval of the series' values at the resolution date to each option. Neighbouring intervals share a bound: at_most in one and above in the other, or below and at_least. An interval of a single value gets probability 0, unless measurements often repeat an earlier value.",
    example: {
      kind: "partition",
      series: "Sea ice extent, Arctic",
      intervals: { low: { below: 4 }, middle: { at_least: 4, at_most: 5 }, high: { above: 5 } },
    },
  },
} satisfies Record<string, { schema: z.ZodType; meaning: string; example: object }>;

/** The member whose keys are option ids, by kind. */
export const OPTION_MEMBERS: Readonly<Record<ObservationKind, string | undefined>> = {
  forecast: "probabilities",
  counts: "counts",
  measurement: undefined,
  history: undefined,
  partition: "intervals",
};

export type ObservationKind = keyof typeof OBSERVATION_KINDS;

export function isObservationKind(kind: unknown): kind is ObservationKind {
  return typeof kind === "string" && Object.hasOwn(OBSERVATION_KINDS, kind);
}
