import { compareInstants, readDateTime, secondsBetween } from "#lib/contract/date-time.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { endOfTraining, isRetrospective } from "#lib/domain/training-cutoff.ts";
import { comparable } from "#lib/text/comparable.ts";
import { findDatesAfterAsOf } from "./date-after-as-of.ts";
import { findDuplicateData } from "./duplicate-observations.ts";
import { findDuplicateTexts } from "./duplicate-texts.ts";
import { type Detector, type Finding, type FindingContext, SEVERITIES } from "./finding.ts";
import type { FindingKind } from "./finding-names.ts";
import { findInvisibleCharacters } from "./invisible-characters.ts";
import { findOlderObservations } from "./older-observation.ts";
import { findMissingSource } from "./resolution-source.ts";
import { findSimilarOptions } from "./similar-options.ts";
import { textObservations } from "./text-observations.ts";
import { findUnusableData } from "./unusable-data.ts";
import { findUrlDatesAfterAsOf } from "./url-date-after-as-of.ts";

/** Reports that the submission declares another order of the options than its task has. */
const findOtherOrder: Detector = (_request, { declaresOtherOrder = false }) => {
  if (!declaresOtherOrder) return [];
  const message =
    "The submission declares the options as ordered as listed, but the question has another order or none. Scores use that of the question, which reviewers can change on its page.";
  return [{ id: "other-order", severity: "medium", path: "/task/criteria", message }];
};

/** Total UTF-16 units of all observation texts. */
const LONG_CONTEXT = 20_000;
const MANY = 200;

/** Reports an empty context, an empty text, or more text than a reviewer reads carefully. */
export const findContextSize: Detector = (request) => {
  const { context } = request.input;
  if (context.length === 0) return [EMPTY];
  const texts = textObservations(request);
  const findings: Finding[] = texts
    .filter(({ text }) => !/\S/.test(comparable(text)))
    .map(({ path }) => ({
      id: "empty-text",
      severity: "medium",
      path,
      message: "This observation has no text. Enter its text or remove the observation.",
    }));
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= LONG_CONTEXT && context.length <= MANY) return findings;
  const what = length > LONG_CONTEXT ? `${length} characters of text` : `${context.length} observations`;
  const message = `The context has ${what}: more than a reviewer can check carefully. Keep only the observations that are relevant to the question.`;
  return [...findings, { id: "long-context", severity: "low", path: "/input/context", message }];
};

const EMPTY: Finding = {
  id: "empty-context",
  severity: "medium",
  path: "/input/context",
  message:
    "The context is empty, so the model gets only the question. Add dated observations, or explain to the reviewers why none are needed.",
};

/**
 * Reports an as_of before the end of the model's training data: the model may know the outcome. The severity is `high`
 * if the resolution date is before it too. Reports nothing if the training cutoff is unknown.
 */
export const findRetrospective: Detector = ({ task, input }, { trainingCutoff }) => {
  const trainedUntil = trainingCutoff === undefined ? undefined : endOfTraining(trainingCutoff);
  if (trainedUntil === undefined || !isRetrospective(input.as_of, trainingCutoff)) return [];
  const deadline = readDateTime(task.resolution.resolves_at);
  const outcomeKnown = deadline.ok && compareInstants(deadline.instant, trainedUntil) < 0;
  const what = outcomeKnown
    ? "The resolution date is before the training cutoff too, so the model may have read the outcome."
    : "The model may know events after the information cutoff.";
  return [
    {
      id: "as-of-before-training-cutoff",
      severity: outcomeKnown ? "high" : "medium",
      path: "/input/as_of",
      message: `The information cutoff is before the model's training cutoff (${trainingCutoff}). ${what} Do not use the score of this forecast as evidence of skill.`,
    },
  ];
};

/** Clock differences up to this many seconds are ignored. */
const CLOCKS = 300;

/** Reports an as_of in the future, because the input cannot contain information from the future. */
export const findAsOfInFuture: Detector = ({ input }, { now }) => {
  const asOf = readDateTime(input.as_of);
  const present = readDateTime(now);
  if (!asOf.ok || !present.ok || secondsBetween(present.instant, asOf.instant) <= CLOCKS) return [];
  return [
    {
      id: "as-of-in-future",
      severity: "high",
      path: "/input/as_of",
      message:
        "as_of is in the future, but the context cannot contain information from the future. Set as_of to the time up to which you looked for information.",
    },
  ];
};

/** The detector that reports each kind of finding. */
const DETECTORS: Readonly<Record<FindingKind, Detector>> = {
  "as-of-before-training-cutoff": findRetrospective,
  "as-of-in-future": findAsOfInFuture,
  "date-after-as-of": findDatesAfterAsOf,
  "duplicate-observation": findDuplicateData,
  "empty-context": findContextSize,
  "empty-text": findContextSize,
  "invisible-characters": findInvisibleCharacters,
  "long-context": findContextSize,
  "near-duplicate-observation": findDuplicateTexts,
  "observation-much-older": findOlderObservations,
  "other-order": findOtherOrder,
  "resolution-names-no-source": findMissingSource,
  "similar-options": findSimilarOptions,
  "unusable-structured-data": findUnusableData,
  "url-date-after-as-of": findUrlDatesAfterAsOf,
};

/**
 * Lists the findings that a researcher or reviewer should check in a valid request. Deterministic: ordered by severity,
 * then path, with at most 10 findings of each kind.
 */
export function findFindings(request: PredictionRequest, context: FindingContext): Finding[] {
  return orderFindings([...new Set(Object.values(DETECTORS))].flatMap((detect) => detect(request, context)));
}

/** The maximum number of findings of one kind. The message of the last one states how many were omitted. */
const MAX_FINDINGS = 10;

/** Orders findings by severity, path (observation 9 before 10) and kind. Keeps at most 10 of each kind. */
function orderFindings(findings: readonly Finding[]): Finding[] {
  const sorted = findings
    .map((finding) => ({ finding, steps: finding.path.split("/") }))
    .sort(
      (a, b) =>
        SEVERITIES.indexOf(a.finding.severity) - SEVERITIES.indexOf(b.finding.severity) ||
        comparePaths(a.steps, b.steps) ||
        compareText(a.finding.id, b.finding.id),
    )
    .map(({ finding }) => finding);
  const counts = new Map<string, number>();
  for (const { id } of sorted) counts.set(id, (counts.get(id) ?? 0) + 1);
  const listed = new Map<string, number>();
  const shown: Finding[] = [];
  for (const finding of sorted) {
    const count = (listed.get(finding.id) ?? 0) + 1;
    listed.set(finding.id, count);
    if (count > MAX_FINDINGS) continue;
    const more = (counts.get(finding.id) ?? 0) - MAX_FINDINGS;
    shown.push(count === MAX_FINDINGS && more > 0 ? withMore(finding, more) : finding);
  }
  return shown;
}

function withMore(finding: Finding, more: number): Finding {
  return {
    ...finding,
    message: `${finding.message} ${more} more ${more === 1 ? "finding of this kind is" : "findings of this kind are"} not listed.`,
  };
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareSteps(a[index] ?? "", b[index] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareSteps(a: string, b: string): number {
  if (a === b) return 0;
  const numbers = /^\d{1,9}$/.test(a) && /^\d{1,9}$/.test(b);
  return (numbers ? Number(a) - Number(b) : 0) || compareText(a, b);
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
