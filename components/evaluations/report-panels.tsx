"use client";

import { Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { ChartRow, ChartStack } from "#components/ui/charts/chart-section.tsx";
import { Reliability } from "#components/ui/charts/reliability.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { countOf, formatCount, formatScore, visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { NumericQuestions } from "./numeric-questions.tsx";
import { References, SummaryPlot } from "./summary-plots.tsx";
import { WithInterval } from "./with-interval.tsx";

/** URLs by format. `jsonl`: the cases of an evaluation on resolved questions. */
export type ReportFiles = Readonly<Record<"json" | "html" | "jsonl", string>>;

type Report = Outputs["evaluations"]["report"];

/** Report of a finished evaluation. The scores equal the scores of `npm run evaluate` on the same file. */
export function ReportPanels({ evaluationId, files }: { readonly evaluationId: string; readonly files: ReportFiles }) {
  const trpc = useTRPC();
  const { data: report } = useSuspenseQuery(trpc.evaluations.report.queryOptions({ evaluationId }));
  const { all, sets, horizons, refused, reliability, decomposition, worst = [] } = report;
  return (
    <>
      <Panel
        title="Scores"
        aside={
          <>
            Download the report as <a href={files.html}>HTML</a> or <a href={files.json}>JSON</a>
          </>
        }
      >
        <Totals report={report} />
        <Text c="dimmed" size="sm" pt="sm">
          Lower is better. Brier score: summed over the options, from 0 to 2. Log score: −ln of the outcome’s
          probability, where a probability below 0.0005 counts as 0.0005. Means are over questions: the cases of a
          question are averaged first. Intervals are 95 % intervals from a bootstrap over questions and, by block, over
          blocks of cases that may depend on each other, such as those of one month. Refused cases are not scored.
        </Text>
      </Panel>
      {reliability.length > 0 && (
        <ChartRow>
          <Reliability points={reliability} decomposition={decomposition} />
          <ChartStack>
            <References all={all} sets={sets} horizons={horizons} />
            <SummaryPlot head="Set" summaries={sets} all={all} />
            {horizons.length > 0 && <SummaryPlot head="Horizon" summaries={horizons} all={all} />}
          </ChartStack>
        </ChartRow>
      )}
      {all.ordered !== undefined && <NumericQuestions ordered={all.ordered} />}
      {worst.length > 0 && <WorstCases worst={worst} />}
      {refused.length > 0 && <Refused refused={refused} />}
    </>
  );
}

function Totals({ report: { versions, answered, cases, all } }: { readonly report: Report }) {
  return (
    <>
      {versions.length > 1 && (
        <p role="note">
          The model version changed during the evaluation. The scores combine {versions.length} versions.
        </p>
      )}
      <DescriptionList
        items={[
          { name: "Log score", value: <WithInterval figure={all.log} byBlock /> },
          { name: "Brier score", value: <WithInterval figure={all.brier} byBlock /> },
          ...(all.imputed === undefined
            ? []
            : [{ name: "Log score, refused cases as uniform", value: formatScore(all.imputed.log) }]),
          ...(all.slope === undefined
            ? []
            : [{ name: "Calibration slope (1 is calibrated)", value: <WithInterval figure={all.slope} /> }]),
          { name: "Answered", value: `${formatCount(answered)} of ${countOf(cases, "case")}` },
          ...versions.map(({ version, answers }) => ({
            name: "Model version",
            value: (
              <>
                <code>{version}</code>, {countOf(answers, "answer")}
              </>
            ),
          })),
        ]}
      />
    </>
  );
}

function WorstCases({ worst }: { readonly worst: NonNullable<Report["worst"]> }) {
  return (
    <Panel title="Worst cases">
      <p>
        The answered cases with the highest, that is worst, log scores. The question, the outcome or the data often
        contains an error.
      </p>
      <DataTable
        label="Cases with the highest log scores"
        rows={worst}
        keyOf={({ line }) => line}
        fold="named"
        columns={[
          { name: "Line", isName: true, isNumber: true, show: ({ line }) => line },
          { name: "Set", show: ({ set }) => visible(set) },
          { name: "Question", isText: true, show: ({ question }) => visible(question) },
          { name: "Outcome", show: ({ outcome }) => outcome },
          { name: "Probability", isNumber: true, show: ({ probability }) => formatPercent(probability) },
          { name: "Log score", isNumber: true, show: ({ log }) => formatScore(log) },
        ]}
      />
    </Panel>
  );
}

const MAX_LISTED = 100;

function Refused({ refused }: { readonly refused: Report["refused"] }) {
  return (
    <Panel title="Refused cases" aside={countOf(refused.length, "case")}>
      <p>Check the refused cases first: a model that refuses difficult cases gets better scores than it deserves.</p>
      <DataTable
        label="Refused cases by line"
        rows={refused.slice(0, MAX_LISTED)}
        keyOf={({ line }) => line}
        columns={[
          { name: "Line", isName: true, isNumber: true, show: ({ line }) => line },
          { name: "Set", show: ({ set }) => visible(set) },
          { name: "Code", show: ({ code }) => code },
          { name: "Reason", show: ({ reason }) => visible(reason) },
        ]}
      />
      {refused.length > MAX_LISTED && (
        <Text c="dimmed" size="sm">
          The JSON report lists all refused cases.
        </Text>
      )}
    </Panel>
  );
}
