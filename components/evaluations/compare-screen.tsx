"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { FINISHED_EVALUATIONS } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, formatCount, formatScore, visible } from "#lib/format.ts";
import { WithInterval } from "./summary-tables.tsx";

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
      about="On the cases that both answered: the same task, input and outcome. Intervals come from a paired bootstrap over questions."
    >
      {data.evaluations.length === 0 ? (
        <Empty title="No evaluation is finished yet">Two finished evaluations can be compared here.</Empty>
      ) : (
        <FilterForm
          what="the comparison"
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
      <Empty title="They have no case in common">Choose evaluations of the same file, or of files that overlap.</Empty>
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
          label="Scores of both"
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
            Left out: {countOf(onlyOne, "case")} that only the first answered, {countOf(onlyOther, "case")} that only
            the second did.
          </p>
        )}
      </Panel>
      <Panel title="Question by question" aside="by the size of the difference, at most 100">
        {different.length === 0 ? (
          <p>Both gave every outcome the same probability.</p>
        ) : (
          <DataTable
            label="Questions"
            rows={different}
            keyOf={({ set, question }) => JSON.stringify([set, question])}
            fold="named"
            columns={[
              {
                name: "Question",
                isName: true,
                isText: true,
                narrow: "whole line",
                show: ({ instructions }) => <span dir="auto">{visible(instructions).slice(0, 160)}</span>,
              },
              { name: "Set", show: ({ set }) => visible(set) },
              { name: "Cases", isNumber: true, show: (row) => formatCount(row.cases) },
              { name: "First, log", isNumber: true, show: (row) => formatScore(row.one) },
              { name: "Second, log", isNumber: true, show: (row) => formatScore(row.other) },
              { name: "Difference", isNumber: true, show: (row) => formatScore(row.other - row.one) },
            ]}
          />
        )}
      </Panel>
    </>
  );
}

function sayDifference(log: Compared["log"]): string {
  if (log?.interval === undefined) return "With fewer than two questions there is no interval.";
  const { low, high } = log.interval;
  if (high < 0) return "The second has the better log score: the whole interval of the difference is below 0.";
  if (low > 0) return "The first has the better log score: the whole interval of the difference is above 0.";
  return "The interval of the difference contains 0: these cases do not tell the two apart.";
}
