import type { ReactNode } from "react";
import { ChartRow } from "#components/ui/charts/chart-section.tsx";
import { Reliability } from "#components/ui/charts/reliability.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import type { Section, Summary } from "#lib/scores/report.ts";
import { MEAN_SCORE_TABLE, meanScores } from "#lib/scores/score-tables.ts";
import { Discrimination } from "./discrimination.tsx";
import { NumericQuestions } from "./numeric-questions.tsx";
import { PeriodsChart } from "./periods-chart.tsx";
import { ReferencesChart } from "./references-chart.tsx";

interface MeanScoresProps {
  readonly section: Section;
  /** Next to the title of the scores. */
  readonly aside?: ReactNode;
  /** Shown below the scores. */
  readonly children?: ReactNode;
}

export function MeanScores({ section, aside, children }: MeanScoresProps) {
  return (
    <Panel title="Scores" aside={aside}>
      <ReportTable label="Mean scores" table={MEAN_SCORE_TABLE} rows={meanScores(section)} keyOf={({ name }) => name} />
      {children}
    </Panel>
  );
}

interface SectionPanelsProps extends MeanScoresProps {
  /** Date that divides the section into periods: "the date of the information cutoff". */
  readonly date: string;
  readonly groups: Readonly<Record<string, readonly Summary[]>>;
}

/** Everything about the forecasts of an evaluation: their scores, calibration, development and references. */
export function SectionPanels({ section, date, groups, ...scores }: SectionPanelsProps) {
  const { ordered, periods, reliability, decomposition } = section;
  return (
    <>
      <ChartRow>
        <Reliability points={reliability} decomposition={decomposition} />
        <Discrimination section={section} />
      </ChartRow>
      <ChartRow>
        <PeriodsChart periods={periods} date={date} />
        {ordered !== null && <NumericQuestions ordered={ordered} />}
      </ChartRow>
      <ChartRow>
        <ReferencesChart section={section} groups={groups} />
      </ChartRow>
      <MeanScores section={section} {...scores} />
    </>
  );
}
