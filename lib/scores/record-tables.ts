import { nameFinding } from "#lib/findings/finding-names.ts";
import { isSignificant } from "#lib/stats/significance.ts";
import type { BetterReference } from "./better-references.ts";
import type { ComparedQuestion, Refusal, WorstCase } from "./evaluation.ts";
import type { FindingScores } from "./finding-sums.ts";
import { nameReference, RELEASE } from "./reference-names.ts";
import type { Summary } from "./report.ts";
import type { ScoreColumn, ScoreTable } from "./score-tables.ts";
import type { ObservationWorth } from "./worth-sums.ts";

// Apart from score-tables.ts, so that the page of the track record does not load them.

/** Columns of groups that are compared with one reference: quoted sources, or versions of the candidate. */
function comparisonColumns(reference: string): ScoreTable<Summary> {
  const compared = ({ references }: Summary) => references[reference];
  return [
    {
      name: `Log score minus ${reference}`,
      csv: "log_difference",
      format: "differenceFigure",
      read: (row) => compared(row)?.logDifference,
    },
    { csv: "brier_difference", format: "differenceFigure", read: (row) => compared(row)?.brierDifference },
    {
      name: "Compared questions",
      csv: "compared_questions",
      format: "count",
      read: (row) => compared(row)?.questions ?? 0,
    },
    { name: "Significant", read: (row) => (isDifferent(row, reference) ? "yes" : "no") },
    { csv: "significant", read: (row) => isDifferent(row, reference) },
  ];
}

/** Whether the difference in log score from the reference is significant. */
function isDifferent({ references }: Summary, reference: string): boolean {
  const { questions = 0, logDifference } = references[reference] ?? {};
  return isSignificant(questions, logDifference?.interval);
}

export const CANDIDATE_TABLE: ScoreTable<Summary> = [
  { csv: "candidate_version", read: ({ value }) => value.split(" ")[0] },
  { csv: "release_version", read: ({ value }) => value.split(" ")[1] },
  { csv: "forecasts", format: "count", read: ({ forecasts }) => forecasts },
  { csv: "questions", format: "count", read: ({ questions }) => questions },
  { csv: "log", format: "figure", read: ({ log }) => log },
  { csv: "brier", format: "figure", read: ({ brier }) => brier },
  { csv: "log_release", format: "score", read: ({ references }) => references[RELEASE]?.log },
  { csv: "brier_release", format: "score", read: ({ references }) => references[RELEASE]?.brier },
  ...comparisonColumns(RELEASE),
];

const skillColumn = (name: string, csv: string, score: "brierSkill" | "logSkill"): ScoreColumn<Summary> => ({
  ...(score === "brierSkill" ? { name } : {}),
  csv,
  format: "score",
  read: ({ references }) => references.uniform?.[score]?.value,
});

/** The league table of sources. `reference` is our forecasts on the same inputs. */
export function sourceTable(reference: string): ScoreTable<Summary> {
  return [
    { name: "Source", csv: "source", read: ({ value }) => value },
    { name: "Brier score", csv: "brier", format: "score", read: ({ brier }) => brier.value },
    { name: "Log score", csv: "log", format: "score", read: ({ log }) => log.value },
    skillColumn("Brier skill", "brier_skill", "brierSkill"),
    skillColumn("Log skill", "log_skill", "logSkill"),
    { name: "Questions", csv: "questions", format: "count", read: ({ questions }) => questions },
    { name: "Forecasts", csv: "forecasts", format: "count", read: ({ forecasts }) => forecasts },
    ...comparisonColumns(reference),
  ];
}

export const WORTH_TABLE: ScoreTable<ObservationWorth> = [
  { csv: "dimension", read: ({ dimension }) => dimension },
  { csv: "value", read: ({ value }) => value },
  { name: "Mean worth (nats)", csv: "worth", format: "differenceFigure", read: ({ worth }) => worth },
  { name: "Questions", csv: "questions", format: "count", read: ({ questions }) => questions },
  { name: "Observations", csv: "observations", format: "count", read: ({ observations }) => observations },
  { name: "No answer without it", csv: "required", format: "count", read: ({ required }) => required },
];

export const FINDING_TABLE: ScoreTable<FindingScores> = [
  { csv: "finding", read: ({ finding }) => finding },
  { name: "Finding", read: ({ finding }) => nameFinding(finding) },
  { name: "Score with it", csv: "log_with", format: "score", read: (row) => row.with.log },
  { name: "Questions with it", csv: "questions_with", format: "count", read: (row) => row.with.questions },
  { name: "Score without it", csv: "log_without", format: "score", read: ({ without }) => without.log },
  { name: "Questions without it", csv: "questions_without", format: "count", read: ({ without }) => without.questions },
  { name: "Difference", csv: "difference", format: "differenceFigure", read: ({ difference }) => difference },
];

export const BETTER_REFERENCE_TABLE: ScoreTable<BetterReference> = [
  { name: "Set", read: ({ set }) => set ?? "all sets" },
  { name: "Reference", read: ({ reference }) => nameReference(reference) },
  { name: "Questions", format: "count", read: ({ questions }) => questions },
  { name: "Log difference", format: "differenceFigure", read: ({ logDifference }) => logDifference },
];

export const WORST_TABLE: ScoreTable<WorstCase> = [
  { name: "Line", read: ({ file, line }) => (file === undefined ? String(line) : `${file}, ${line}`) },
  { name: "Set", read: ({ set }) => set },
  { name: "Question", format: "long text", read: ({ question }) => question },
  { name: "Outcome", read: ({ outcome }) => outcome },
  { name: "Probability", format: "percent", read: ({ probability }) => probability },
  { name: "Log score", format: "score", read: ({ log }) => log },
];

export const REFUSED_TABLE: ScoreTable<Refusal> = [
  { name: "Line", read: ({ file, line }) => (file === undefined ? String(line) : `${file}, ${line}`) },
  { name: "Set", read: ({ set }) => set },
  { name: "Code", read: ({ code }) => code },
  { name: "Reason", format: "long text", read: ({ reason }) => reason },
];

export const COMPARED_TABLE: ScoreTable<ComparedQuestion> = [
  { name: "Question", read: ({ instructions }) => instructions.slice(0, 160) },
  { name: "Set", read: ({ set }) => set },
  { name: "Cases", format: "count", read: ({ cases }) => cases },
  { name: "Log score of the first evaluation", format: "score", read: ({ first }) => first },
  { name: "Log score of the second evaluation", format: "score", read: ({ second }) => second },
  { name: "Difference", format: "difference", read: ({ first, second }) => second - first },
];
