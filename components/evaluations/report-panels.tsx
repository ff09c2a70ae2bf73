"use client";

import { Space, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import styles from "#components/ui/charts/chart.module.css";
import { describeDecomposition, Reliability } from "#components/ui/charts/reliability.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { countOf, formatCount, visible } from "#lib/format.ts";
import { SummaryTables } from "./summary-tables.tsx";

/** Download URLs of the report. */
export interface ReportFiles {
  readonly json: string;
  readonly html: string;
}

type Report = Outputs["evaluations"]["report"];

interface ReportPanelsProps {
  readonly evaluationId: string;
  readonly files: ReportFiles;
}

/** Report of a finished evaluation. Its figures equal those of `npm run evaluate` on the same file. */
export function ReportPanels({ evaluationId, files }: ReportPanelsProps) {
  const trpc = useTRPC();
  const { data: report } = useSuspenseQuery(trpc.evaluations.report.queryOptions({ evaluationId }));
  const { all, sets, horizons, refused } = report;
  return (
    <>
      <Panel
        title="Scores"
        aside={
          <>
            Download the report as <a href={files.html}>a page</a> or <a href={files.json}>JSON</a>
          </>
        }
      >
        <Versions report={report} />
        <Space h="md" />
        <SummaryTables head="Set" summaries={[...sets, all]} />
        <p className={styles.caption}>
          Lower is better. Brier: summed over the options, 0 to 2. Log: −ln of the outcome’s probability; below 0.0005
          it counts as 0.0005. Intervals hold 95 %: bootstrap over questions. Refused cases are in no score.
        </p>
      </Panel>
      {horizons.length > 0 && (
        <Panel title="Scores by horizon" aside="from the information cutoff to the resolution date">
          <SummaryTables head="Horizon" summaries={horizons} />
        </Panel>
      )}
      {report.reliability.length > 0 && <ReliabilityPanel report={report} />}
      {refused.length > 0 && <Refused refused={refused} />}
    </>
  );
}

function Versions({ report: { versions, answered, cases } }: { readonly report: Report }) {
  return (
    <>
      {versions.length > 1 && (
        <p role="note">
          The model’s version changed while the file was asked: these scores are of {versions.length} versions together.
        </p>
      )}
      <DescriptionList
        items={[
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

function ReliabilityPanel({ report: { reliability, decomposition } }: { readonly report: Report }) {
  return (
    <Panel title="Reliability">
      <Reliability points={reliability} />
      {decomposition !== undefined && <p className={styles.caption}>{describeDecomposition(decomposition)}</p>}
    </Panel>
  );
}

const MAX_LISTED = 100;

function Refused({ refused }: { readonly refused: Report["refused"] }) {
  return (
    <Panel title="Refused cases" aside={countOf(refused.length, "case")}>
      <p>A model that refuses what is hard looks better than it is: read these first.</p>
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
          The report as JSON has all of them.
        </Text>
      )}
    </Panel>
  );
}
