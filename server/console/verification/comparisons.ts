import type { Comparison } from "#server/audit/verification/verify-audit-log.ts";
import { compareCases } from "./compare-cases.ts";
import { compareContent } from "./compare-content.ts";
import { compareScores } from "./compare-scores.ts";
import { compareTables } from "./compare-tables.ts";

/**
 * Comparisons of the tables with the audit log: replayed tables, digests of contents, evaluation cases and reports,
 * and scores.
 */
export const COMPARISONS: readonly Comparison[] = [compareTables, compareContent, compareCases, compareScores];
