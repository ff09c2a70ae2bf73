import type { ReactNode } from "react";
import { ChartRow } from "#components/ui/charts/chart-section.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { countOf, formatCount, formatScore } from "#lib/format.ts";
import { findBetterReferences } from "#lib/scores/better-references.ts";
import type { EvaluationReport } from "#lib/scores/evaluation.ts";
import { BETTER_REFERENCE_TABLE, REFUSED_TABLE, WORST_TABLE } from "#lib/scores/record-tables.ts";
import type { Section } from "#lib/scores/report.ts";
import type { ScoreTable } from "#lib/scores/score-tables.ts";
import { GroupsChart } from "./groups-chart.tsx";
import { SectionPanels } from "./section-panels.tsx";

interface EvaluationReportViewProps {
  readonly report: EvaluationReport;
  /** Next to the title of the scores. */
  readonly aside?: ReactNode;
}

const HORIZON = "Horizon: from the information cutoff to the resolution date";
const MAX_LISTED = 100;
/** With fewer clusters, a bootstrap interval is too narrow. */
const MIN_CLUSTERS = 10;

export function EvaluationReportView({ report, aside }: EvaluationReportViewProps) {
  const { sections, refused, worst } = report;
  const by = (dimension: string) => sections.filter((section) => section.dimension === dimension);
  const [all] = by("all");
  // Not from the report, because older stored reports lack them.
  const { better, text } = findBetterReferences(sections);
  const [sets, horizons] = [by("set"), by("horizon")];
  return (
    <>
      <Panel title="Better references">
        <p>{text}</p>
        {better.length > 0 && (
          <ReportTable label="References that are better than the model" table={BETTER_REFERENCE_TABLE} rows={better} />
        )}
      </Panel>
      {all === undefined ? (
        <Panel title="Scores" aside={aside}>
          No case was answered.
        </Panel>
      ) : (
        <>
          <SectionPanels
            section={all}
            date="the date of the information cutoff"
            aside={aside}
            groups={{ Set: sets, Horizon: horizons }}
          >
            <Facts report={report} all={all} />
          </SectionPanels>
          <ChartRow>
            <GroupsChart
              title="Log score by set"
              head="Set"
              tableLabel="Scores by set"
              groups={sets}
              score="log"
              mean={all.log.value}
            />
            <GroupsChart
              title="Log score by horizon"
              head="Horizon"
              tableLabel="Scores by horizon"
              caption={HORIZON}
              groups={horizons}
              score="log"
              mean={all.log.value}
            />
          </ChartRow>
        </>
      )}
      {worst.length > 0 && (
        <Panel title="Worst cases">
          <p>
            The answered cases with the highest, that is worst, log scores. The question, the outcome or the data often
            contains an error.
          </p>
          <ReportTable label="Cases with the highest log scores" table={WORST_TABLE} rows={worst} isFolded />
        </Panel>
      )}
      {refused.length > 0 && (
        <Panel title="Refused cases" aside={countOf(refused.length, "case")}>
          <p>
            Check the refused cases first: a model that refuses difficult cases gets better scores than it deserves.
          </p>
          <ReportTable label="Refused cases by line" table={REFUSED_TABLE} rows={refused.slice(0, MAX_LISTED)} />
          {refused.length > MAX_LISTED && <p>The JSON report lists all refused cases.</p>}
        </Panel>
      )}
    </>
  );
}

function Facts({ report, all }: { readonly report: EvaluationReport; readonly all: Section }) {
  const { versions, answered, cases, imputed, overSets, subject } = report;
  const few = [
    ...(all.questions < MIN_CLUSTERS ? [countOf(all.questions, "question")] : []),
    ...(all.blocks !== null && all.blocks < MIN_CLUSTERS ? [countOf(all.blocks, "block")] : []),
  ];
  const facts: readonly (readonly [string, string])[] = [
    ["Answered", `${formatCount(answered)} of ${countOf(cases, "case")}`],
    ...versions.map(({ version, answers }) => ["Model version", `${version}, ${countOf(answers, "answer")}`] as const),
    ["Data", `${subject.files.join(", ")}; SHA-256 ${subject.dataDigest}`],
    ...(overSets === null
      ? []
      : [
          [
            "Mean over sets",
            `log score ${formatScore(overSets.log)}, Brier score ${formatScore(overSets.brier)}`,
          ] as const,
        ]),
    ...(imputed[0] === undefined
      ? []
      : [["Log score, refused cases as uniform", formatScore(imputed[0].log.value)] as const]),
  ];
  return (
    <>
      {versions.length > 1 && (
        <p role="note">
          The model version changed during the evaluation. The scores combine {versions.length} versions.
        </p>
      )}
      {few.length > 0 && (
        <p role="note">
          The cases belong to only {few.join(" and ")}. With fewer than {MIN_CLUSTERS}, intervals are too narrow.
        </p>
      )}
      <ReportTable label="Evaluation" table={FACT_TABLE} rows={facts} keyOf={([name, value]) => `${name} ${value}`} />
      <p className="dimmed">
        Lower is better. Means are over questions: the cases of a question are averaged first. Intervals are 95 %
        intervals from a bootstrap over questions and, by block, over blocks of cases that may depend on each other,
        such as those of one month. Use the wider one. Refused cases are not scored.
      </p>
    </>
  );
}

const FACT_TABLE: ScoreTable<readonly [string, string]> = [
  { name: "Fact", read: ([name]) => name },
  { name: "Value", format: "long text", read: ([, value]) => value },
];
