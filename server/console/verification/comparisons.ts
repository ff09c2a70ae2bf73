import type { Comparison } from "#server/audit/verification/verify-audit-log.ts";
import { compareCases } from "./compare-cases.ts";
import { compareContent } from "./compare-content.ts";
import { compareLogKeys } from "./compare-log-keys.ts";
import { compareQuestions } from "./compare-questions.ts";
import { compareReport } from "./compare-report.ts";
import { compareScores } from "./compare-scores.ts";
import { compareTables } from "./compare-tables.ts";

export const COMPARISONS: readonly Comparison[] = [
  compareTables,
  compareLogKeys,
  compareContent,
  compareCases,
  compareScores,
  compareQuestions,
  compareReport,
];
