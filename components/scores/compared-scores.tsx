import { ReportTable } from "#components/ui/report-table.tsx";
import type { Section } from "#lib/scores/report.ts";
import type { ScoreTable } from "#lib/scores/score-tables.ts";
import { judgeDifference } from "./describe-scores.ts";

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
      <p>
        {judgeDifference(compared.questions, compared.logDifference.interval, other.toLowerCase(), own.toLowerCase())}
      </p>
      <ReportTable label={label} table={table} rows={rows} keyOf={({ name }) => name} isFolded />
    </>
  );
}
