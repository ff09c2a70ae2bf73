import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { DotPlot } from "#components/ui/charts/dot-plot.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { countOf, formatDifference, visible } from "#lib/format.ts";
import { listReferences, nameReference } from "#lib/scores/reference-names.ts";
import type { Section, Summary } from "#lib/scores/report.ts";
import { REFERENCE_TABLE, type ReferenceRow, type ScoreTable } from "#lib/scores/score-tables.ts";
import { isSignificant } from "#lib/stats/significance.ts";
import { describeReferences } from "./describe-scores.ts";

interface ReferencesChartProps {
  readonly section: Section;
  /** Groups whose differences are listed too, by the name of their dimension. */
  readonly groups?: Readonly<Record<string, readonly Summary[]>>;
}

/** Differences in log score from each reference, on the same forecasts. */
export function ReferencesChart({ section, groups = {} }: ReferencesChartProps) {
  const rows = listReferences(section).flatMap((name): ReferenceRow[] => {
    const comparison = section.references[name];
    return comparison === undefined ? [] : [[name, comparison]];
  });
  return (
    <ChartSection
      title="Compared with references"
      sentence={describeReferences(rows)}
      label="Difference in log score by reference"
      caption="Log score minus that of the reference, on the forecasts that have the reference. Left of 0, the forecasts are better than the reference. Bars show 95 % confidence intervals; filled dots are significant: the interval excludes 0, with at least 100 questions."
      table={
        <>
          <ReportTable
            label="Differences from references"
            table={REFERENCE_TABLE}
            rows={rows}
            keyOf={([name]) => name}
          />
          {Object.entries(groups).map(([dimension, some]) => (
            <ReportTable
              key={dimension}
              label={`Differences from references by ${dimension.toLowerCase()}`}
              table={differencesBy(dimension, rows)}
              rows={some}
              keyOf={({ value }) => value}
            />
          ))}
          <p>
            Skill: 1 − score ÷ score of the reference; above 0, the forecasts are better. Detectable: the smallest true
            difference in log score that this number of questions finds with a probability of 80 %.
          </p>
        </>
      }
    >
      <DotPlot
        dots={rows.map(([name, { logDifference, questions }]) => ({
          id: name,
          name: visible(nameReference(name)),
          ...logDifference,
          isHollow: !isSignificant(questions, logDifference.interval),
          note: countOf(questions, "question"),
        }))}
        line={0}
        format={formatDifference}
      />
    </ChartSection>
  );
}

function differencesBy(dimension: string, references: readonly ReferenceRow[]): ScoreTable<Summary> {
  return [
    { name: dimension, read: ({ value }) => value },
    ...references.map(
      ([name]) =>
        ({
          name: visible(nameReference(name)),
          format: "differenceFigure",
          read: (row: Summary) => row.references[name]?.logDifference,
        }) as const,
    ),
  ];
}
