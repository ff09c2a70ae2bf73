"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { QUESTION_COLUMN } from "#components/ui/question-link.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { FINISHED_EVALUATIONS } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, formatCount, formatScore, visible } from "#lib/format.ts";
import { WithInterval } from "./with-interval.tsx";

interface CompareScreenProps {
  readonly one: string | undefined;
  readonly other: string | undefined;
}

export function CompareScreen({ one, other }: CompareScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.evaluations.list.queryOptions(FINISHED_EVALUATIONS));
  const choices = [
    { value: "", label: "Choose…" },
    ...data.evaluations.map(({ evaluationId, title, uploadedAt }) => ({
      value: evaluationId,
      label: `${visible(title)}, ${uploadedAt.slice(0, 10)}`,
    })),
  ];
  return (
    <Page
      title="Compare two evaluations"
      about="Compares the cases that have an answer in both evaluations (same task, input and outcome). Intervals: paired bootstrap over questions."
    >
      {data.evaluations.length === 0 ? (
        <Empty title="No finished evaluations">You need two finished evaluations to compare their scores.</Empty>
      ) : (
        <FilterForm
          what="evaluations to compare"
          action={routes.compareEvaluations()}
          fields={[
            { name: "one", label: "First", value: one, choices },
            { name: "other", label: "Second", value: other, choices },
          ]}
          submit="Compare"
        />
      )}
      {one !== undefined && other !== undefined && <Comparison one={one} other={other} />}
    </Page>
  );
}

type Compared = Outputs["evaluations"]["compare"];

function Comparison({ one, other }: { readonly one: string; readonly other: string }) {
  const trpc = useTRPC();
  const { data: compared } = useSuspenseQuery(trpc.evaluations.compare.queryOptions({ one, other }));
  const { cases, questions, onlyOne, onlyOther, log, brier, largest } = compared;
  if (cases === 0) {
    return (
      <Empty title="The evaluations have no case in common">
        Choose evaluations of the same file, or of files that share cases.
      </Empty>
    );
  }
  const rows = [
    { name: "Log score", score: log },
    { name: "Brier score", score: brier },
  ].flatMap(({ name, score }) => (score === undefined ? [] : [{ name, score }]));
  const different = largest.filter((row) => row.one !== row.other);
  return (
    <>
      <Panel title="Scores" aside={`${countOf(cases, "case")} of ${countOf(questions, "question")}`}>
        <p>{sayDifference(log)}</p>
        <DataTable
          label="Scores of both evaluations"
          rows={rows}
          keyOf={({ name }) => name}
          fold="named"
          columns={[
            { name: "Score", isName: true, show: ({ name }) => name },
            { name: "First", isNumber: true, show: ({ score }) => formatScore(score.one) },
            { name: "Second", isNumber: true, show: ({ score }) => formatScore(score.other) },
            {
              name: "Second minus first",
              isNumber: true,
              show: ({ score }) => <WithInterval figure={{ value: score.difference, interval: score.interval }} />,
            },
          ]}
        />
        {onlyOne + onlyOther > 0 && (
          <p>
            Excluded: {countOf(onlyOne, "case")} answered only in the first evaluation, {countOf(onlyOther, "case")}{" "}
            answered only in the second.
          </p>
        )}
      </Panel>
      <Panel title="Differences by question" aside="largest differences first, at most 100">
        {different.length === 0 ? (
          <p>Both evaluations gave every outcome the same probability.</p>
        ) : (
          <DataTable
            label="Questions"
            rows={different}
            keyOf={({ set, question }) => JSON.stringify([set, question])}
            fold="named"
            columns={[
              {
                ...QUESTION_COLUMN,
                show: ({ instructions }) => <span dir="auto">{visible(instructions).slice(0, 160)}</span>,
              },
              { name: "Set", show: ({ set }) => visible(set) },
              { name: "Cases", isNumber: true, show: (row) => formatCount(row.cases) },
              { name: "Log score of the first evaluation", isNumber: true, show: (row) => formatScore(row.one) },
              { name: "Log score of the second evaluation", isNumber: true, show: (row) => formatScore(row.other) },
              { name: "Difference", isNumber: true, show: (row) => formatScore(row.other - row.one) },
            ]}
          />
        )}
      </Panel>
    </>
  );
}

function sayDifference(log: Compared["log"]): string {
  if (log?.interval === undefined) return "No interval: at least two questions are needed.";
  const { low, high } = log.interval;
  if (high < 0) return "The second evaluation has a significantly better log score: the interval lies below 0.";
  if (low > 0) return "The first evaluation has a significantly better log score: the interval lies above 0.";
  return "No significant difference in log score: the interval contains 0.";
}
