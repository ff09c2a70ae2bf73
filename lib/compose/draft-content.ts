import { z } from "zod";
import { type ComposeForm, LOWER_BOUNDS, OBSERVATION_FORMS, UPPER_BOUNDS } from "./compose-form.ts";

/** All that a draft keeps. */
export interface DraftContent {
  /** Empty: the submission takes the question's first line. */
  readonly title: string;
  readonly note: string;
  /** The submission that this one revises. */
  readonly supersedes: string | null;
  readonly form: ComposeForm;
  /** The JSON as it was typed, while it says more than the form does: then it is what counts. */
  readonly typed: string | null;
}

const text = z.string();
const date = z.object({ local: text, offset: text });
const interval = z.object({
  lower: text,
  lowerIs: z.enum(LOWER_BOUNDS),
  upper: text,
  upperIs: z.enum(UPPER_BOUNDS),
});

const schema: z.ZodType<DraftContent> = z.object({
  title: text,
  note: text,
  supersedes: text.nullable(),
  typed: text.nullable(),
  form: z.object({
    model: text,
    instructions: text,
    options: z.array(z.object({ key: text, id: text, description: text })),
    resolutionCriteria: text,
    resolvesAt: date,
    asOf: date,
    observations: z.array(
      z.object({
        kind: z.enum(OBSERVATION_FORMS),
        observedAt: date,
        text,
        name: text,
        weight: text,
        value: text,
        unit: text,
        numbers: z.record(text, text),
        intervals: z.record(text, interval),
        json: text,
      }),
    ),
  }),
});

export const writeDraft = (content: DraftContent): string => JSON.stringify(content);

/** A draft as writeDraft() wrote it; undefined for what is none. */
export function readDraft(content: string): DraftContent | undefined {
  try {
    return schema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
