import type { KindName } from "./observation-kinds.ts";

/** A date-time as typed, split into the text before the offset and the offset, which may be missing. */
export interface DateTimeForm {
  local: string;
  offset: string;
}

export interface OptionForm {
  /** Links the option to its values in observations while its id changes: "o1", "o2", … */
  key: string;
  /** Empty: generated from the description. */
  id: string;
  /** Empty: null in the request. */
  description: string;
}

export interface ObservationForm {
  kind: KindName;
  observedAt: DateTimeForm;
  /**
   * Text by field name, or by "name/option key" for a field with one value per option. Fields of other kinds are kept,
   * so changing the kind and back loses nothing.
   */
  fields: Record<string, string>;
}

/**
 * A request that is being composed. Every value is kept as typed, so incomplete or invalid input is not lost.
 * print-request.ts writes it as JSON; read-form.ts reads JSON into it.
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
  /** Empty: the first line of the question is the title. */
  title: string;
  note: string;
  /** Whether the order of the options is meaningful. */
  ordered: boolean;
}

export interface DraftContent {
  form: ComposeForm;
  /** The submission that this draft revises. */
  supersedes: string | null;
  /** JSON as typed. It is the request while the form cannot show it, or has not been edited since. */
  typed: string | null;
}

/** Format version of a stored draft. Increase it with every change of the interfaces above. */
const FORMAT = 1;

export const writeDraft = (content: DraftContent): string => JSON.stringify({ format: FORMAT, ...content });

/** Reads a draft that writeDraft() wrote; returns undefined for any other text. */
export function readDraft(text: string): DraftContent | undefined {
  try {
    // Only writeDraft() writes this text, here or in another tab. A schema would add 20 kB to every page load.
    const { format, ...content } = JSON.parse(text);
    return format === FORMAT ? content : undefined;
  } catch {
    return undefined;
  }
}

/** An empty date defaults to UTC. */
export const NO_DATE: DateTimeForm = { local: "", offset: "Z" };

export function emptyForm(model: string): RequestForm {
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

export const emptyObservation = (kind: KindName): ObservationForm => ({ kind, observedAt: NO_DATE, fields: {} });
