"use client";

import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Inputs, type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { EvaluationsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { EVALUATION_STATUS_LABELS, EVALUATION_STATUSES } from "#lib/domain/evaluations.ts";
import { formatCount, visible } from "#lib/format.ts";
import { EvaluationState } from "./evaluation-state.tsx";

const UploadDialog = dynamic(async () => (await import("./upload-dialog.tsx")).UploadDialog);

type Listed = Outputs["evaluations"]["list"]["evaluations"][number];

const STATES = [
  { value: "", label: "any" },
  ...EVALUATION_STATUSES.map((value) => ({ value, label: EVALUATION_STATUS_LABELS[value] })),
];

interface EvaluationListProps {
  readonly query: EvaluationsQuery;
  readonly input: Inputs["evaluations"]["list"];
}

export function EvaluationList({ query, input }: EvaluationListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.evaluations.list.queryOptions(input));
  const [uploads, setUploads] = useState(false);
  const { evaluations, next } = data;
  return (
    <ListPage
      title="Evaluations"
      about="Files of questions with known outcomes. A reviewer approves the whole file, then the model forecasts each case in the background. These forecasts are not part of the track record."
      actions={
        <>
          <Button component={Link} href={routes.compareEvaluations()} variant="default">
            Compare evaluations
          </Button>
          <Button onClick={() => setUploads(true)}>Upload file</Button>
        </>
      }
      filters={
        <FilterForm
          what="evaluations"
          action={routes.evaluations()}
          fields={[{ name: "status", label: "State", value: query.status, choices: STATES }]}
        />
      }
      empty={evaluations.length === 0 ? <NoEvaluations query={query} /> : undefined}
      pages={{
        after: query.after,
        next,
        href: (after) => routes.evaluations({ ...query, after }),
        labels: ["Newest", "Older"],
      }}
      dialog={uploads && <UploadDialog onClose={() => setUploads(false)} />}
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
  { name: "Uploaded", width: 170, show: ({ uploadedAt }) => <TimeText at={uploadedAt} /> },
];

function NoEvaluations({ query: { status } }: { readonly query: EvaluationsQuery }) {
  if (status !== undefined) return <Empty title="No evaluations in this state">Choose another state.</Empty>;
  return (
    <Empty title="No evaluations yet">
      Upload a JSONL file with one case per line: a request and its outcome, in the format of{" "}
      <code>npm run evaluate</code>.
    </Empty>
  );
}
