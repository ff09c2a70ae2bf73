import type { PredictionRequest } from "#lib/contract/request.ts";
import { findAsOfInFuture } from "./as-of-in-future.ts";
import { findContextSize } from "./context-size.ts";
import { findDatesAfterAsOf } from "./date-after-as-of.ts";
import { findDuplicateData } from "./duplicate-observations.ts";
import { findDuplicateTexts } from "./duplicate-texts.ts";
import type { Detector, Finding, FindingContext } from "./finding.ts";
import { findMissingCatchAll } from "./missing-catch-all.ts";
import { findOlderObservations } from "./older-observation.ts";
import { orderFindings } from "./order-findings.ts";
import { findOutcomeWords } from "./outcome-words.ts";
import { findOverlappingRanges } from "./overlapping-options.ts";
import { findMissingSource } from "./resolution-source.ts";
import { findRetrospective } from "./retrospective.ts";
import { findSimilarOptions } from "./similar-options.ts";
import { findUnusableData } from "./unusable-data.ts";
import { findUrlDatesAfterAsOf } from "./url-date-after-as-of.ts";

/** Every detector: one place to add another. */
const DETECTORS: readonly Detector[] = [
  findAsOfInFuture,
  findRetrospective,
  findDatesAfterAsOf,
  findUrlDatesAfterAsOf,
  findOutcomeWords,
  findOlderObservations,
  findDuplicateData,
  findDuplicateTexts,
  findContextSize,
  findUnusableData,
  findOverlappingRanges,
  findSimilarOptions,
  findMissingCatchAll,
  findMissingSource,
];

/**
 * What a researcher or a reviewer should look at in a request that has passed the contract's checks. Pure; the same
 * request and context give the same list in the same order (severity, then place). At most 10 of a kind.
 */
export function findFindings(request: PredictionRequest, context: FindingContext): Finding[] {
  return orderFindings(DETECTORS.flatMap((detect) => detect(request, context)));
}
