import { ReportTable } from "#components/ui/report-table.tsx";
import type { Section } from "#lib/scores/report.ts";
import type { ScoreTable } from "#lib/scores/score-tables.ts";
import { MIN_QUESTIONS } from "#lib/stats/significance.ts";

interface ComparedScoresProps {
  readonly section: Section;
  /** Key of the reference in the section. */
  readonly reference: string;
  /** Names of the reference and of the model: "Release", "Candidate". */
  readonly names: readonly [reference: string, model: string];
  readonly label: string;
}

/** Mean scores of a section and of one reference on the same forecasts. */
export function ComparedScores({ section, reference, names: [other, own], label }: ComparedScoresProps) {
  const compared = section.references[reference];
  if (compared === undefined) return null;
  const rows = [
    { name: "Log score", other: compared.log, own: section.log.value, difference: compared.logDifference },
    { name: "Brier score", other: compared.brier, own: section.brier.value, difference: compared.brierDifference },
  ];
  const table: ScoreTable<(typeof rows)[number]> = [
    { name: "Score", read: ({ name }) => name },
    { name: other, format: "score", read: (row) => row.other },
    { name: own, format: "score", read: (row) => row.own },
    { name: `${own} minus ${other.toLowerCase()}`, format: "differenceFigure", read: ({ difference }) => difference },
  ];
  return (
    <>
      <p>{judge(compared.questions, compared.logDifference.interval, other.toLowerCase(), own.toLowerCase())}</p>
      <ReportTable label={label} table={table} rows={rows} keyOf={({ name }) => name} isFolded />
    </>
  );
}

function judge(questions: number, interval: { low: number; high: number } | null, other: string, own: string): string {
  if (questions < MIN_QUESTIONS || interval === null) {
    return `Too few questions to judge the difference: at least ${MIN_QUESTIONS} are needed.`;
  }
  const better = (name: string, side: string) =>
    `The ${name} has a significantly better log score: the interval lies ${side} 0.`;
  if (interval.high < 0) return better(own, "below");
  if (interval.low > 0) return better(other, "above");
  return "No significant difference in log score: the interval contains 0.";
}
