"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { ComparedScores } from "#components/scores/compared-scores.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { FINISHED_EVALUATIONS } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";
import { COMPARED_TABLE } from "#lib/scores/record-tables.ts";
import { FIRST } from "#lib/scores/reference-names.ts";

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

function Comparison({ one, other }: { readonly one: string; readonly other: string }) {
  const trpc = useTRPC();
  const { data: compared } = useSuspenseQuery(trpc.evaluations.compare.queryOptions({ one, other }));
  const { onlyFirst, onlySecond, section, largest } = compared;
  if (section === null) {
    return (
      <Empty title="The evaluations have no case in common">
        Choose evaluations of the same file, or of files that share cases.
      </Empty>
    );
  }
  const different = largest.filter(({ first, second }) => first !== second);
  return (
    <>
      <Panel
        title="Scores"
        aside={`${countOf(section.forecasts, "case")} of ${countOf(section.questions, "question")}`}
      >
        <ComparedScores
          section={section}
          reference={FIRST}
          names={["First", "Second"]}
          label="Scores of both evaluations"
        />
        {onlyFirst + onlySecond > 0 && (
          <p>
            Excluded: {countOf(onlyFirst, "case")} answered only in the first evaluation, {countOf(onlySecond, "case")}{" "}
            answered only in the second.
          </p>
        )}
      </Panel>
      <Panel title="Differences by question" aside="largest differences first, at most 100">
        {different.length === 0 ? (
          <p>Both evaluations gave every outcome the same probability.</p>
        ) : (
          <ReportTable label="Questions" table={COMPARED_TABLE} rows={different} isFolded />
        )}
      </Panel>
    </>
  );
}
