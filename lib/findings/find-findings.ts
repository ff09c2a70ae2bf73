import type { PredictionRequest } from "#lib/contract/request.ts";
import { findAsOfInFuture, findRetrospective } from "./as-of.ts";
import { findContextSize } from "./context-size.ts";
import { findDatesAfterAsOf } from "./date-after-as-of.ts";
import { findDuplicateData } from "./duplicate-observations.ts";
import { findDuplicateTexts } from "./duplicate-texts.ts";
import type { Detector, Finding, FindingContext } from "./finding.ts";
import type { FindingKind } from "./finding-names.ts";
import { findInvisibleCharacters } from "./invisible-characters.ts";
import { findOlderObservations } from "./older-observation.ts";
import { orderFindings } from "./order-findings.ts";
import { findOtherOrder } from "./other-order.ts";
import { findMissingSource } from "./resolution-source.ts";
import { findSimilarOptions } from "./similar-options.ts";
import { findUnusableData } from "./unusable-data.ts";
import { findUrlDatesAfterAsOf } from "./url-date-after-as-of.ts";

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
