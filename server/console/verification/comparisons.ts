import type { Comparison } from "#server/audit/verification/verify-audit-log.ts";
import { compareCases } from "./compare-cases.ts";
import { compareContent } from "./compare-content.ts";
import { compareScores } from "./compare-scores.ts";
import { compareTables } from "./compare-tables.ts";

/**
 * Compares what members decided with the log: the replayed tables, the digests of contents, evaluation cases and reports,
 * and the scores of forecasts.
 */
export const COMPARISONS: readonly Comparison[] = [compareTables, compareContent, compareCases, compareScores];
