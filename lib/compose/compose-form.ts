import type { KindName } from "./observation-kinds.ts";

/** A date-time as typed, in two parts: the text before its offset, and the offset, which may be missing. */
export interface DateTimeForm {
  local: string;
  offset: string;
}

export interface OptionForm {
  /** Ties the option to its values in observations while its id changes: "o1", "o2", … */
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
   * The text of each field by its name; for a field with a value for each option, by "name/option key". Fields of other
   * kinds stay, so that changing the kind and back loses nothing.
   */
  fields: Record<string, string>;
}

/**
 * A request while it is composed. Everything is text as it was typed, so that nothing incomplete or invalid is lost.
 * print-request.ts writes it as JSON, read-form.ts reads JSON into it.
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
  /** Empty: the submission is called by the first line of its question. */
  title: string;
  /** For the reviewers. */
  note: string;
  /** The options have an order, the one in which they stand. */
  ordered: boolean;
}

export interface DraftContent {
  form: ComposeForm;
  /** The submission that this draft revises. */
  supersedes: string | null;
  /** JSON as it was typed, while the form cannot show it or has not been edited since: then it is the request. */
  typed: string | null;
}

/** Of the text of a draft. Another number with every change of the interfaces above. */
const FORMAT = 1;

export const writeDraft = (content: DraftContent): string => JSON.stringify({ format: FORMAT, ...content });

/** A draft as writeDraft() wrote it; undefined for any other text. */
export function readDraft(text: string): DraftContent | undefined {
  try {
    // Only writeDraft() has written it, here or in another tab: a schema would cost each visitor 20 kB.
    const { format, ...content } = JSON.parse(text);
    return format === FORMAT ? content : undefined;
  } catch {
    return undefined;
  }
}

/** An empty date offers UTC. */
export const NO_DATE: DateTimeForm = { local: "", offset: "Z" };

/** A form with nothing in it but two options to fill in. */
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
