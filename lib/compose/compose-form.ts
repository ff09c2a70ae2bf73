/**
 * A request while it is composed. Everything is text, as it was typed: what is half written, wrong or not yet JSON is
 * kept too. lib/compose/print-request.ts writes it as JSON, read-form.ts reads JSON into it.
 */
export interface ComposeForm {
  readonly model: string;
  readonly instructions: string;
  readonly options: readonly OptionForm[];
  readonly resolutionCriteria: string;
  readonly resolvesAt: DateTimeForm;
  readonly asOf: DateTimeForm;
  readonly observations: readonly ObservationForm[];
}

export interface OptionForm {
  /** Ties the option to what observations say of it, whatever becomes of its id: "o1", "o2", … */
  readonly key: string;
  /** Empty: it is made from the description. */
  readonly id: string;
  /** Empty: null in the request. */
  readonly description: string;
}

/** A date-time of the contract in two parts, which together are its text: before the offset, and the offset or none. */
export interface DateTimeForm {
  readonly local: string;
  readonly offset: string;
}

export const OBSERVATION_FORMS = ["text", "forecast", "counts", "measurement", "partition", "raw"] as const;

/** `raw`: a structured observation as JSON. */
export type ObservationFormKind = (typeof OBSERVATION_FORMS)[number];

/** Of every kind it holds the fields, so that a change of kind and back loses nothing. */
export interface ObservationForm {
  readonly kind: ObservationFormKind;
  readonly observedAt: DateTimeForm;
  readonly text: string;
  /** A forecast's source, the reference class of counts, or the series of a measurement or a partition. */
  readonly name: string;
  readonly weight: string;
  readonly value: string;
  readonly unit: string;
  /** A probability or a count, by the key of the option. */
  readonly numbers: Readonly<Record<string, string>>;
  /** Which values mean the option, by its key. */
  readonly intervals: Readonly<Record<string, IntervalForm>>;
  /** The `data` of a raw observation. */
  readonly json: string;
}

export const LOWER_BOUNDS = ["at_least", "above"] as const;
export const UPPER_BOUNDS = ["below", "at_most"] as const;

export interface IntervalForm {
  readonly lower: string;
  readonly lowerIs: (typeof LOWER_BOUNDS)[number];
  readonly upper: string;
  readonly upperIs: (typeof UPPER_BOUNDS)[number];
}

/** An empty field, which offers UTC. */
export const NO_DATE: DateTimeForm = { local: "", offset: "Z" };

export const NO_INTERVAL: IntervalForm = { lower: "", lowerIs: "at_least", upper: "", upperIs: "below" };

/** A form with nothing in it but two options to fill in. */
export function emptyForm(model: string): ComposeForm {
  return {
    model,
    instructions: "",
    options: [emptyOption([]), { key: "o2", id: "", description: "" }],
    resolutionCriteria: "",
    resolvesAt: NO_DATE,
    asOf: NO_DATE,
    observations: [],
  };
}

export function emptyOption(others: readonly OptionForm[]): OptionForm {
  const last = others.reduce((most, { key }) => Math.max(most, Number(key.slice(1))), 0);
  return { key: `o${last + 1}`, id: "", description: "" };
}

export function emptyObservation(kind: ObservationFormKind): ObservationForm {
  return {
    kind,
    observedAt: NO_DATE,
    text: "",
    name: "",
    weight: "",
    value: "",
    unit: "",
    numbers: {},
    intervals: {},
    json: "",
  };
}
