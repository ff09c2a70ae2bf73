import type { ReactNode } from "react";
import { ChartRow } from "#components/ui/charts/chart-section.tsx";
import { Reliability } from "#components/ui/charts/reliability.tsx";
import { FigureText } from "#components/ui/figure-text.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import type { Section, Summary } from "#lib/scores/report.ts";
import { formatFigure, MEAN_SCORE_TABLE, meanScores } from "#lib/scores/score-tables.ts";
import { Discrimination } from "./discrimination.tsx";
import { NumericQuestions } from "./numeric-questions.tsx";
import { PeriodsChart, type Versions } from "./periods-chart.tsx";
import { ReferencesChart } from "./references-chart.tsx";

export type SectionFiles = Readonly<Record<"reliability" | "discrimination" | "sharpness" | "months", string>>;

interface SectionPanelsProps {
  readonly section: Section;
  /** Date that divides the section into periods: "month of the resolution date". */
  readonly date: string;
  /** Next to the title of the scores. */
  readonly aside?: ReactNode;
  /** Shown below the scores. */
  readonly children?: ReactNode;
  readonly groups?: Readonly<Record<string, readonly Summary[]>>;
  readonly versions?: Versions;
  readonly hrefOf?: (bin: number) => string;
  /** Links to downloads. */
  readonly files?: SectionFiles;
}

/** Everything about one group of forecasts: its scores, calibration, development and references. */
export function SectionPanels({ section, date, aside, children, groups, versions, hrefOf, files }: SectionPanelsProps) {
  const { slope, ordered, periods, reliability, decomposition } = section;
  return (
    <>
      <ChartRow>
        <Reliability
          points={reliability}
          decomposition={decomposition}
          {...(hrefOf && { hrefOf })}
          {...(files && { file: files.reliability })}
        />
        <Discrimination section={section} files={files} />
      </ChartRow>
      <ChartRow>
        <PeriodsChart periods={periods} date={date} versions={versions} file={files?.months} />
        {ordered !== null && <NumericQuestions ordered={ordered} />}
      </ChartRow>
      <ChartRow>
        <ReferencesChart section={section} {...(groups && { groups })} />
      </ChartRow>
      <Panel title="Scores" aside={aside}>
        <ReportTable
          label="Mean scores"
          table={MEAN_SCORE_TABLE}
          rows={meanScores(section)}
          keyOf={({ name }) => name}
        />
        {slope !== null && (
          <p>
            Calibration slope: <FigureText {...formatFigure(slope)} />. 1 is calibrated, below 1 is too confident.
          </p>
        )}
        {children}
      </Panel>
    </>
  );
}
