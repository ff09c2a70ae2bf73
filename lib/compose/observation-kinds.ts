import type { ObservationKind } from "#lib/contract/observation-kinds.ts";

/** A field of an observation's form; the type decides how it is edited, printed and read. */
export interface ObservationField {
  /** The property in the observation's data, and the column in an imported table. */
  readonly name: string;
  /** `percents`, `numbers` and `intervals` hold one value per option. Percents become fractions in the request. */
  readonly type: "line" | "prose" | "json" | "number" | "percents" | "numbers" | "intervals";
  readonly label: string;
  readonly about?: string;
  /** Omitted from the request if empty. */
  readonly optional?: true;
}

export interface ObservationFormKind {
  readonly label: string;
  readonly about: string;
  /** An imported table's kind is detected by the column of the first field. */
  readonly fields: readonly [ObservationField, ...ObservationField[]];
  /** The fields shown when the observation is collapsed to a row. */
  readonly summary: readonly string[];
}

/**
 * Every observation kind that the composer has a form for. The form, JSON, table import and row summary all derive from
 * these entries. Except for `text` and `raw`, the name of an entry is the `kind` in the observation's structured data.
 */
export const OBSERVATION_KINDS = {
  text: {
    label: "Text",
    about: "A dated report. The embedded release does not read text; reviewers do.",
    fields: [{ name: "text", type: "prose", label: "Text" }],
    summary: ["text"],
  },
  forecast: {
    label: "Forecast",
    about: "One source’s distribution over the options on that date.",
    fields: [
      {
        name: "source",
        type: "line",
        label: "Source",
        about: "Whose forecast it is. Forecasts of one source are pooled before sources are.",
      },
      {
        name: "probabilities",
        type: "percents",
        label: "Probabilities",
        about: "In percent, for every option.",
      },
      {
        name: "weight",
        type: "number",
        label: "Weight",
        about: "The weight of this forecast relative to others. Empty means 1.",
      },
    ],
    summary: ["source"],
  },
  counts: {
    label: "Counts",
    about: "How comparable past cases ended: the base rate.",
    fields: [
      {
        name: "reference_class",
        type: "line",
        label: "Reference class",
        about: "What the counted cases have in common.",
      },
      {
        name: "counts",
        type: "numbers",
        label: "Past cases",
        about: "The number of past cases with each outcome. Enter 0 for none.",
      },
    ],
    summary: ["reference_class"],
  },
  measurement: {
    label: "Measurement",
    about: "One dated value of a numeric series.",
    fields: [
      {
        name: "series",
        type: "line",
        label: "Series",
        about: "What is measured. Use the same name for every measurement of a series.",
      },
      { name: "value", type: "number", label: "Value" },
      { name: "unit", type: "line", label: "Unit (optional)", optional: true },
    ],
    summary: ["series", "value", "unit"],
  },
  partition: {
    label: "Partition",
    about: "The values of a series that make each option happen.",
    fields: [
      { name: "series", type: "line", label: "Series", about: "The series whose value decides the outcome." },
      {
        name: "intervals",
        type: "intervals",
        label: "Values of each option",
        about: "The intervals cover all numbers without overlap. Leave a bound empty if there is none.",
      },
    ],
    summary: ["series"],
  },
  raw: {
    label: "JSON",
    about: "Any other structured data, as a JSON object.",
    fields: [{ name: "data", type: "json", label: "JSON object" }],
    summary: ["data"],
  },
} as const satisfies Record<"text" | ObservationKind | "raw", ObservationFormKind>;

export type KindName = keyof typeof OBSERVATION_KINDS;

export const KIND_NAMES = Object.keys(OBSERVATION_KINDS) as [KindName, ...KindName[]];

export const isPerOption = ({ type }: ObservationField): boolean =>
  type === "percents" || type === "numbers" || type === "intervals";

export const kindOf = (name: KindName): ObservationFormKind => OBSERVATION_KINDS[name];
