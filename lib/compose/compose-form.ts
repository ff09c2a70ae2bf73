import { type KindName, kindOf } from "./observation-kinds.ts";

/** A date-time as typed, split into the text before the offset and the offset, which may be missing. */
export interface DateTimeForm {
  local: string;
  offset: string;
}

export interface OptionForm {
  /** Stable key, such as "o1". Observations store values by this key, so that a changed id does not lose them. */
  key: string;
  /** An empty id is generated from the description. */
  id: string;
  /** An empty description becomes null in the request. */
  description: string;
}

export interface ObservationForm {
  kind: KindName;
  observedAt: DateTimeForm;
  /**
   * Text by field name, or by "name/option key" for a field with one value per option. Values of other observation
   * kinds are kept, so that switching the kind and back loses nothing.
   */
  fields: Record<string, string>;
  /** Offered for a new value. It is part of the request once it has one. */
  isOffered?: boolean;
}

/**
 * A request in the composer. Values are stored as typed, so that incomplete or invalid input is not lost.
 * print-request.ts converts the form to JSON; read-form.ts converts JSON to the form.
 */
export interface RequestForm {
  model: string;
  instructions: string;
  options: OptionForm[];
  resolutionCriteria: string;
  resolvesAt: DateTimeForm;
  asOf: DateTimeForm;
  observations: ObservationForm[];
}

export interface ComposeForm extends RequestForm {
  /** If empty, the first line of the question is the title. */
  title: string;
  note: string;
  /** Whether the options have a meaningful order, such as low, middle, high. */
  ordered: boolean;
}

export interface DraftContent {
  form: ComposeForm;
  supersedes: string | null;
  /** JSON typed in the JSON field. It is sent instead of the form; editing the form sets it to null. */
  typed: string | null;
}

/** Format version of a stored draft. Increase it with every change to DraftContent. */
const FORMAT = 1;

export const writeDraft = (content: DraftContent): string => JSON.stringify({ format: FORMAT, ...content });

/** Reads a draft that writeDraft() wrote; returns undefined for any other text. */
export function readDraft(text: string): DraftContent | undefined {
  try {
    // Not validated: only writeDraft() writes this text, and a schema library would add 20 kB to every page load.
    const { format, ...content } = JSON.parse(text);
    return format === FORMAT ? content : undefined;
  } catch {
    return undefined;
  }
}

export const NO_DATE: DateTimeForm = { local: "", offset: "Z" };

export function emptyForm(model: string): RequestForm {
  return {
    model,
    instructions: "",
    options: [
      { key: "o1", id: "", description: "" },
      { key: "o2", id: "", description: "" },
    ],
    resolutionCriteria: "",
    resolvesAt: NO_DATE,
    asOf: NO_DATE,
    observations: [],
  };
}

/** The key is new to the observations as well, because they keep the values of a removed option. */
export function emptyOption({ options, observations }: Pick<RequestForm, "options" | "observations">): OptionForm {
  const paths = observations.flatMap(({ fields }) => Object.keys(fields));
  const keys = [...options.map(({ key }) => key), ...paths.map((path) => path.split("/")[1] ?? "o0")];
  const last = keys.reduce((most, key) => Math.max(most, Number(key.slice(1))), 0);
  return { key: `o${last + 1}`, id: "", description: "" };
}

/** Whether the observation is an offered row without a value. */
export function isUnfilled({ kind, fields, isOffered = false }: ObservationForm): boolean {
  const names =
    kind === "forecast" ? Object.keys(fields).filter((path) => path.startsWith("probabilities/")) : ["value"];
  return isOffered && names.every((name) => (fields[name] ?? "").trim() === "");
}

/** Returns a new observation with the series and the unit of the one above it. */
export function nextObservation(kind: KindName, above: readonly ObservationForm[]): ObservationForm {
  const names = kindOf(kind).fields.flatMap(({ name }) => (name === "series" || name === "unit" ? [name] : []));
  const copied =
    above.findLast((one) => one.kind === kind) ?? above.findLast(({ fields: { series = "" } }) => series !== "");
  return {
    ...emptyObservation(kind),
    fields: Object.fromEntries(names.map((name) => [name, copied?.fields[name] ?? ""])),
  };
}

export const emptyObservation = (kind: KindName): ObservationForm => ({ kind, observedAt: NO_DATE, fields: {} });
