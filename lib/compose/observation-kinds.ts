import type { ObservationKind } from "#lib/contract/observation-kinds.ts";
import { namesOf } from "#lib/names-of.ts";

/** A field of an observation's form; the type decides how it is edited, printed and read. */
export interface ObservationField {
  /** The property name in the observation's data, and the column name in an imported table. */
  readonly name: string;
  /**
   * `percents`, `numbers` and `intervals` have one value per option. Percentages become fractions in the request.
   * `lines` has a value per line, after its time if the line has two parts.
   */
  readonly type: "line" | "prose" | "json" | "number" | "lines" | "percents" | "numbers" | "intervals";
  readonly label: string;
  readonly about?: string;
  /** An optional field is omitted from the request if it is empty. */
  readonly optional?: true;
}

export interface ObservationFormKind {
  readonly label: string;
  readonly about: string;
  /** The first field is shown if the observation is collapsed. In an imported table, its column determines the kind. */
  readonly fields: readonly [ObservationField, ...ObservationField[]];
}

/**
 * Every observation kind that the composer has a form for. The form, JSON, table import and collapsed row all derive from
 * these entries. Except for `text` and `raw`, the name of an entry is the `kind` in the observation's structured data.
 */
export const OBSERVATION_KINDS = {
  text: {
    label: "Text",
    about: "A dated report, for reviewers. The embedded model does not read text.",
    fields: [{ name: "text", type: "prose", label: "Text" }],
  },
  forecast: {
    label: "Forecast",
    about: "A source’s probabilities for the options on a date.",
    fields: [
      {
        name: "source",
        type: "line",
        label: "Source",
        about: "The author of the forecast. Forecasts of one source are pooled first, then the sources.",
      },
      {
        name: "probabilities",
        type: "percents",
        label: "Probabilities",
        about: "A percentage for every option.",
      },
      {
        name: "weight",
        type: "number",
        label: "Weight",
        about: "The weight of this forecast relative to others. Empty means 1.",
      },
    ],
  },
  counts: {
    label: "Counts",
    about: "Outcomes of comparable past cases: the base rate.",
    fields: [
      {
        name: "reference_class",
        type: "line",
        label: "Reference class",
        about: "The kind of case that was counted.",
      },
      {
        name: "counts",
        type: "numbers",
        label: "Past cases",
        about: "The number of past cases with each outcome. Enter 0 for none.",
      },
    ],
  },
  measurement: {
    label: "Measurement",
    about: "One dated value of a numeric series.",
    fields: [
      {
        name: "series",
        type: "line",
        label: "Series",
        about: "The measured quantity. Use the same name for every measurement of the series.",
      },
      { name: "value", type: "number", label: "Value" },
      { name: "unit", type: "line", label: "Unit (optional)", optional: true },
    ],
  },
  history: {
    label: "History",
    about: "A whole numeric series. Observed at is when its last value became known.",
    fields: [
      { name: "series", type: "line", label: "Series", about: "The measured quantity." },
      { name: "unit", type: "line", label: "Unit (optional)", optional: true },
      {
        name: "start",
        type: "line",
        label: "Time of the first value, with UTC offset (regular times only)",
        optional: true,
      },
      { name: "every", type: "line", label: "Time between values: PT1H, P1D, P1W, P1M or P1Y", optional: true },
      {
        name: "values",
        type: "lines",
        label: "Values",
        about:
          "A time and a value per line, or two columns of a spreadsheet. With regular times: one value per line; null for a missing value.",
      },
    ],
  },
  partition: {
    label: "Partition",
    about: "The interval of a series’ values that belongs to each option.",
    fields: [
      { name: "series", type: "line", label: "Series", about: "The series whose value decides the outcome." },
      {
        name: "intervals",
        type: "intervals",
        label: "Values of each option",
        about: "The intervals must cover all numbers without overlap. Leave a bound empty for an open-ended interval.",
      },
    ],
  },
  raw: {
    label: "JSON",
    about: "Any other structured data, as a JSON object.",
    fields: [{ name: "data", type: "json", label: "JSON object" }],
  },
} as const satisfies Record<"text" | ObservationKind | "raw", ObservationFormKind>;

export type KindName = keyof typeof OBSERVATION_KINDS;

export const KIND_NAMES = namesOf(OBSERVATION_KINDS);

export const isPerOption = ({ type }: ObservationField): boolean =>
  type === "percents" || type === "numbers" || type === "intervals";

export const kindOf = (name: KindName): ObservationFormKind => OBSERVATION_KINDS[name];
