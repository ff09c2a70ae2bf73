"use client";

import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage, pagesOf } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Inputs, type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { EvaluationsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { EVALUATION_STATUS_LABELS, EVALUATION_STATUSES } from "#lib/domain/evaluations.ts";
import { formatCount, visible } from "#lib/format.ts";
import { EvaluationState } from "./evaluation-state.tsx";

const ResolvedDialog = lazily(async () => (await import("./resolved-dialog.tsx")).ResolvedDialog);
const UploadDialog = lazily(async () => (await import("./upload-dialog.tsx")).UploadDialog);

type Listed = Outputs["evaluations"]["list"]["evaluations"][number];

const STATES = [
  { value: "", label: "any" },
  ...EVALUATION_STATUSES.map((value) => ({ value, label: EVALUATION_STATUS_LABELS[value] })),
];

interface EvaluationListProps {
  readonly query: EvaluationsQuery;
  readonly input: Inputs["evaluations"]["list"];
  readonly release: string;
  /** First day after the model's training data, as YYYY-MM-DD; undefined if unknown. */
  readonly untrainedFrom: string | undefined;
}

export function EvaluationList({ query, input, release, untrainedFrom }: EvaluationListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.evaluations.list.queryOptions(input));
  const [dialog, setDialog] = useState<"resolved" | "upload">();
  const close = () => setDialog(undefined);
  const { evaluations, next } = data;
  return (
    <ListPage
      title="Evaluations"
      about="Questions with known outcomes, from a file that a reviewer approves as a whole or from the resolved questions of this gateway. The model forecasts each case in the background. These forecasts are not part of the track record."
      actions={
        <>
          <NextStep href={routes.compareEvaluations()} label="Compare evaluations" />
          <Permitted to="evaluate">
            <Button variant="default" onClick={() => setDialog("resolved")}>
              Use resolved questions
            </Button>
            <Button onClick={() => setDialog("upload")}>Upload file</Button>
          </Permitted>
        </>
      }
      filters={
        <FilterForm
          what="evaluations"
          action={routes.evaluations()}
          fields={[{ name: "status", label: "State", value: query.status, choices: STATES }]}
        />
      }
      empty={evaluations.length === 0 && <NoEvaluations query={query} />}
      pages={pagesOf(query, next, routes.evaluations, ["Newest", "Older"])}
      dialog={
        <>
          {dialog === "resolved" && <ResolvedDialog untrainedFrom={untrainedFrom} onClose={close} />}
          {dialog === "upload" && <UploadDialog release={release} onClose={close} />}
        </>
      }
    >
      <DataTable
        label="Evaluations"
        rows={evaluations}
        keyOf={({ evaluationId }) => evaluationId}
        columns={COLUMNS}
        fold="plain"
      />
    </ListPage>
  );
}

const COLUMNS: readonly Column<Listed>[] = [
  {
    name: "Evaluation",
    isName: true,
    narrow: "whole line",
    show: ({ evaluationId, title }) => <Link href={routes.evaluation(evaluationId)}>{visible(title)}</Link>,
  },
  { name: "State", width: 120, show: ({ status }) => <EvaluationState status={status} /> },
  {
    name: "Completed cases",
    width: 130,
    isNumber: true,
    show: ({ done, cases }) => `${formatCount(done)} of ${formatCount(cases)}`,
  },
  { name: "Uploaded by", width: 160, narrow: "leave out", show: ({ uploader }) => uploader },
  { name: "Uploaded", width: 110, show: ({ uploadedAt }) => <TimeText at={uploadedAt} /> },
];

function NoEvaluations({ query: { status } }: { readonly query: EvaluationsQuery }) {
  if (status !== undefined) return <Empty title="No evaluations in this state">Choose another state.</Empty>;
  return (
    <Empty title="No evaluations yet">
      Upload a table or JSON with one case per row: a question and its outcome. JSON has the format of{" "}
      <code>npm run evaluate</code>. Or evaluate the model on the resolved questions of this gateway.
    </Empty>
  );
}
