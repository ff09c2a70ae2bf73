import type { PredictionInput, PredictionRequest, Task } from "#lib/contract/request.ts";
import { namesOf } from "#lib/names-of.ts";
import type { FindingKind } from "./finding-names.ts";

/**
 * A possible problem that a researcher or reviewer should check. A finding is never an API error: a request with
 * findings may be valid, and a request without findings may be flawed.
 */
export interface Finding {
  readonly id: FindingKind;
  readonly severity: Severity;
  /** A JSON Pointer (RFC 6901) into the request. */
  readonly path: string;
  /** The finding and what to do about it. Quotes at most a short excerpt. */
  readonly message: string;
  readonly evidence?: Evidence;
}

/** `high`: probably an error, to be fixed before review. `medium`: to be checked. `low`: for information. */
export const SEVERITY_LABELS = { high: "must fix", medium: "to check", low: "note" } as const;

export type Severity = keyof typeof SEVERITY_LABELS;

export const SEVERITIES = namesOf(SEVERITY_LABELS);

/** A passage of the string at the finding's path, from `start` to `end` (UTF-16 offsets). */
export interface Evidence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface FindingContext {
  /** The current time, as a date-time in the contract's format. */
  readonly now: string;
  /**
   * The end of the model's training data: `YYYY-MM`, `YYYY-MM-DD` or a date-time. Any other text means unknown.
   */
  readonly trainingCutoff?: string | undefined;
  /** Lists observations that the release cannot use, in addition to those that violate the published kinds. */
  readonly usable?: ((task: Task, input: PredictionInput) => readonly Unusable[]) | undefined;
  /** Whether the submission declares another order of the options than its task has. */
  readonly declaresOtherOrder?: boolean | undefined;
}

export interface Unusable {
  /** The observation's index in `input.context`. */
  readonly observation: number;
  readonly reason: string;
}

/** A pure function that runs in linear time or within a fixed budget. The request must satisfy the contract. */
export type Detector = (request: PredictionRequest, context: FindingContext) => Finding[];
