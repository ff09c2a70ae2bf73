import type { PredictionRequest } from "#lib/contract/request.ts";
import { findAsOfInFuture, findRetrospective } from "./as-of.ts";
import { findContextSize } from "./context-size.ts";
import { findDatesAfterAsOf } from "./date-after-as-of.ts";
import { findDuplicateData } from "./duplicate-observations.ts";
import { findDuplicateTexts } from "./duplicate-texts.ts";
import type { Detector, Finding, FindingContext } from "./finding.ts";
import { findOlderObservations } from "./older-observation.ts";
import { orderFindings } from "./order-findings.ts";
import { findMissingSource } from "./resolution-source.ts";
import { findSimilarOptions } from "./similar-options.ts";
import { findUnusableData } from "./unusable-data.ts";
import { findUrlDatesAfterAsOf } from "./url-date-after-as-of.ts";

const DETECTORS: readonly Detector[] = [
  findAsOfInFuture,
  findRetrospective,
  findDatesAfterAsOf,
  findUrlDatesAfterAsOf,
  findOlderObservations,
  findDuplicateData,
  findDuplicateTexts,
  findContextSize,
  findUnusableData,
  findSimilarOptions,
  findMissingSource,
];

/**
 * Lists the findings that a researcher or reviewer should check in a valid request. Deterministic: ordered by severity,
 * then path, with at most 10 findings of each kind.
 */
export function findFindings(request: PredictionRequest, context: FindingContext): Finding[] {
  return orderFindings(DETECTORS.flatMap((detect) => detect(request, context)));
}
