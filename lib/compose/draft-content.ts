import { isJsonObject } from "#lib/contract/json.ts";
import {
  type ComposeForm,
  type DateTimeForm,
  type IntervalForm,
  LOWER_BOUNDS,
  OBSERVATION_FORMS,
  type ObservationForm,
  UPPER_BOUNDS,
} from "./compose-form.ts";

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

export const writeDraft = (content: DraftContent): string => JSON.stringify(content);

/** A draft as writeDraft() wrote it; undefined for what is none. By hand: the composer needs it at once, zod later. */
export function readDraft(content: string): DraftContent | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDraft(value: unknown): value is DraftContent {
  return (
    hasTexts(value, "title", "note") &&
    isTextOrNull(value.supersedes) &&
    isTextOrNull(value.typed) &&
    isForm(value.form)
  );
}

function isForm(value: unknown): value is ComposeForm {
  return (
    hasTexts(value, "model", "instructions", "resolutionCriteria") &&
    isDate(value.resolvesAt) &&
    isDate(value.asOf) &&
    isListOf(value.options, (option) => hasTexts(option, "key", "id", "description")) &&
    isListOf(value.observations, isObservation)
  );
}

function isObservation(value: unknown): value is ObservationForm {
  return (
    hasTexts(value, "text", "name", "weight", "value", "unit", "json") &&
    isOneOf(value.kind, OBSERVATION_FORMS) &&
    isDate(value.observedAt) &&
    isRecordOf(value.numbers, (number) => typeof number === "string") &&
    isRecordOf(value.intervals, isInterval)
  );
}

function isInterval(value: unknown): value is IntervalForm {
  return (
    hasTexts(value, "lower", "upper") && isOneOf(value.lowerIs, LOWER_BOUNDS) && isOneOf(value.upperIs, UPPER_BOUNDS)
  );
}

const isDate = (value: unknown): value is DateTimeForm => hasTexts(value, "local", "offset");

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";

const isOneOf = (value: unknown, all: readonly string[]): boolean => typeof value === "string" && all.includes(value);

const isListOf = (value: unknown, is: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);

const isRecordOf = (value: unknown, is: (one: unknown) => boolean): boolean =>
  isJsonObject(value) && Object.values(value).every(is);

function hasTexts(value: unknown, ...names: readonly string[]): value is Record<string, unknown> {
  return isJsonObject(value) && names.every((name) => typeof value[name] === "string");
}
