import * as z from "zod/mini";
import { KIND_NAMES, type KindName } from "./observation-kinds.ts";

/** A date-time as typed, in two parts: the text before its offset, and the offset, which may be missing. */
const dateTimeForm = z.object({ local: z.string(), offset: z.string() });

const optionForm = z.object({
  /** Ties the option to its values in observations while its id changes: "o1", "o2", … */
  key: z.string(),
  /** Empty: generated from the description. */
  id: z.string(),
  /** Empty: null in the request. */
  description: z.string(),
});

const observationForm = z.object({
  kind: z.enum(KIND_NAMES),
  observedAt: dateTimeForm,
  /**
   * The text of each field by its name; for a field with a value for each option, by "name/option key". Fields of other
   * kinds stay, so that changing the kind and back loses nothing.
   */
  fields: z.record(z.string(), z.string()),
});

/**
 * A request while it is composed. Everything is text as it was typed, so that nothing incomplete or invalid is lost.
 * print-request.ts writes it as JSON, read-form.ts reads JSON into it.
 */
const requestForm = z.object({
  model: z.string(),
  instructions: z.string(),
  options: z.array(optionForm),
  resolutionCriteria: z.string(),
  resolvesAt: dateTimeForm,
  asOf: dateTimeForm,
  observations: z.array(observationForm),
});

const composeForm = z.extend(requestForm, {
  /** Empty: the submission is called by the first line of its question. */
  title: z.string(),
  /** For the reviewers. */
  note: z.string(),
  /** The options have an order, the one in which they stand. Missing in early drafts. */
  ordered: z.optional(z.boolean()),
});

const draftContent = z.object({
  form: composeForm,
  /** The submission that this draft revises. */
  supersedes: z.nullable(z.string()),
  /** JSON as it was typed, while the form cannot show it or has not been edited since: then it is the request. */
  typed: z.nullable(z.string()),
});

export type DateTimeForm = z.infer<typeof dateTimeForm>;
export type OptionForm = z.infer<typeof optionForm>;
export type ObservationForm = z.infer<typeof observationForm>;
export type RequestForm = z.infer<typeof requestForm>;
export type ComposeForm = z.infer<typeof composeForm>;
export type DraftContent = z.infer<typeof draftContent>;

export const writeDraft = (content: DraftContent): string => JSON.stringify(content);

/** A draft as writeDraft() wrote it; undefined for any other text. */
export function readDraft(text: string): DraftContent | undefined {
  try {
    return draftContent.safeParse(JSON.parse(text)).data;
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
