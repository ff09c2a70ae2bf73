import type { ReactNode } from "react";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { DotPlot } from "#components/ui/charts/dot-plot.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { countOf, formatScore, visible } from "#lib/format.ts";
import type { Summary } from "#lib/scores/report.ts";
import { groupTable } from "#lib/scores/score-tables.ts";
import { describeRange, SCORE_NAMES } from "./describe-scores.ts";

interface GroupsChartProps {
  /** Title of the chart: "By horizon". */
  readonly title: string;
  /** Name of the dimension in the table. */
  readonly head: string;
  readonly tableLabel: string;
  /** Describes the dimension. */
  readonly caption?: string;
  readonly groups: readonly Summary[];
  readonly score: "brier" | "log";
  /** Mean score that the panel “Scores” shows: the dashed line. */
  readonly mean: number | undefined;
  readonly file?: string;
  readonly nameOf?: (group: Summary) => string;
  readonly linkOf?: (group: Summary) => ReactNode;
}

const MAX_SHOWN = 20;

/** Compares the mean scores of groups. */
export function GroupsChart({
  title,
  head,
  tableLabel,
  caption = "",
  groups,
  score,
  mean,
  file,
  nameOf = ({ value }) => visible(value),
  linkOf = nameOf,
}: GroupsChartProps) {
  return (
    <ChartSection
      title={title}
      {...(file !== undefined && { file })}
      sentence={describeRange(groups, score, nameOf)}
      label={`Mean ${SCORE_NAMES[score]} ${title.toLowerCase()}`}
      caption={`${caption}${caption === "" ? "" : ". "}Mean ${SCORE_NAMES[score]}; lower is better. Bars show 95 % confidence intervals. Dashed line: mean in the panel “Scores”.${
        groups.length > MAX_SHOWN ? ` The plot shows the first ${MAX_SHOWN} groups of the table.` : ""
      }`}
      table={
        <ReportTable
          label={tableLabel}
          table={groupTable(head)}
          rows={groups}
          keyOf={({ value }) => value}
          shows={{ [head]: linkOf }}
        />
      }
    >
      <DotPlot
        dots={groups.slice(0, MAX_SHOWN).map((group) => ({
          id: group.value,
          name: linkOf(group),
          ...group[score],
          note: countOf(group.questions, "question"),
        }))}
        line={mean}
        format={formatScore}
      />
    </ChartSection>
  );
}
