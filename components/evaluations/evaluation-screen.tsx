"use client";

import { Button, Progress, Space, Stack, Text } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EvaluationReportView } from "#components/scores/evaluation-report.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { UsagePanel } from "#components/ui/usage-panel.tsx";
import type { EvaluationAction } from "#lib/domain/evaluations.ts";
import { nameFinding } from "#lib/findings/finding-names.ts";
import { countOf, formatCount, visible } from "#lib/format.ts";
import { describeProgress } from "./describe-evaluation.ts";
import { EvaluationState } from "./evaluation-state.tsx";
import { ReviewPanel } from "./review-panel.tsx";

type Detail = Outputs["evaluations"]["get"];

interface EvaluationScreenProps {
  readonly evaluationId: string;
  readonly memberId: string;
  readonly files: ReportFiles;
}

/** URLs by format. `jsonl`: the cases of an evaluation on resolved questions. */
type ReportFiles = Readonly<Record<"json" | "html" | "jsonl", string>>;

const EVERY_MS = 2_000;

export function EvaluationScreen({ evaluationId, memberId, files }: EvaluationScreenProps) {
  const trpc = useTRPC();
  const { data: evaluation } = useSuspenseQuery({
    ...trpc.evaluations.get.queryOptions({ evaluationId }),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? EVERY_MS : false),
  });
  const { title, status, may } = evaluation;
  return (
    <Page
      title={title}
      about={<EvaluationState status={status} />}
      actions={<EvaluationActions evaluationId={evaluationId} actions={may.actions} />}
    >
      <Stack gap={16}>
        <ProgressPanel evaluation={evaluation} />
        {status === "finished" && <Report evaluationId={evaluationId} files={files} />}
        {may.decide === null && <ReviewPanel evaluation={evaluation} memberId={memberId} />}
        <FilePanel evaluation={evaluation} file={files.jsonl} />
        <UsagePanel
          heading="Evaluation"
          rows={evaluation.usage.map((total) => ({ ...total, id: evaluationId, name: visible(title) }))}
        />
        <VerdictsPanel evaluation={evaluation} />
      </Stack>
    </Page>
  );
}

/** The scores equal those of `npm run evaluate` on the same file. */
function Report({ evaluationId, files }: { readonly evaluationId: string; readonly files: ReportFiles }) {
  const trpc = useTRPC();
  const { data: report } = useSuspenseQuery(trpc.evaluations.report.queryOptions({ evaluationId }));
  const downloads = (
    <>
      Download the report as <a href={files.html}>HTML</a> or <a href={files.json}>JSON</a>
    </>
  );
  return <EvaluationReportView report={report} aside={downloads} />;
}

function ProgressPanel({ evaluation }: { readonly evaluation: Detail }) {
  const { done, cases } = evaluation;
  return (
    <Panel title="Progress" aside={`${formatCount(done)} of ${countOf(cases, "case")}`}>
      <Progress value={(100 * done) / cases} aria-label="Completed cases" mb="xs" />
      <p role="status">{describeProgress(evaluation)}</p>
    </Panel>
  );
}

function FilePanel({ evaluation, file }: { readonly evaluation: Detail; readonly file: string }) {
  const { fileName, dataDigest, release, uploader, uploadedAt, endedAt, isResolved } = evaluation;
  const { sets, findings, withoutFinding, cases } = evaluation;
  return (
    <Panel title="File" aside={countOf(cases, "case")}>
      <DescriptionList
        items={[
          { name: "Name", value: isResolved ? <a href={file}>{visible(fileName)}</a> : visible(fileName) },
          { name: "SHA-256", value: <Digest value={dataDigest} whole /> },
          { name: "Release", value: release },
          { name: isResolved ? "Created by" : "Uploaded by", value: uploader },
          { name: isResolved ? "Created" : "Uploaded", value: <TimeText at={uploadedAt} /> },
          ...(endedAt === null ? [] : [{ name: "Ended", value: <TimeText at={endedAt} /> }]),
        ]}
      />
      <Space h="md" />
      <DataTable
        label="Sets"
        rows={sets}
        keyOf={({ set }) => set}
        columns={[
          { name: "Set", isName: true, show: ({ set }) => visible(set) },
          { name: "Cases", isNumber: true, show: (row) => formatCount(row.cases) },
          { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
        ]}
      />
      <Text mt="md">
        The automated checks have findings for {formatCount(cases - withoutFinding)} of {countOf(cases, "case")}.
      </Text>
      {findings.length > 0 && (
        <DataTable
          label="Findings"
          rows={findings}
          keyOf={({ finding }) => finding}
          columns={[
            { name: "Finding", isName: true, show: ({ finding }) => nameFinding(finding) },
            { name: "Cases", isNumber: true, show: (row) => formatCount(row.cases) },
          ]}
        />
      )}
    </Panel>
  );
}

function VerdictsPanel({ evaluation: { verdicts, may, status, isResolved } }: { readonly evaluation: Detail }) {
  if (isResolved) {
    return <Panel title="Review">Each input was approved individually. The evaluation needs no further review.</Panel>;
  }
  if (verdicts.length === 0) {
    return status === "in_review" && may.decide !== null ? <Panel title="Review">{may.decide}</Panel> : null;
  }
  return (
    <Panel title="Review">
      <DataTable
        label="Verdicts"
        rows={verdicts}
        keyOf={({ createdAt }) => createdAt}
        columns={[
          { name: "Reviewer", isName: true, show: ({ reviewer }) => reviewer },
          { name: "Verdict", show: ({ approved }) => (approved ? "approved" : "rejected") },
          { name: "Note", show: ({ note }) => (note === "" ? "–" : visible(note)) },
          { name: "Decided", show: ({ createdAt }) => <TimeText at={createdAt} /> },
        ]}
      />
    </Panel>
  );
}

const ConfirmDialog = lazily(async () => (await import("#components/ui/confirm-dialog.tsx")).ConfirmDialog);

interface EvaluationActionsProps {
  readonly evaluationId: string;
  readonly actions: readonly EvaluationAction[];
}

const LABELS: Readonly<Record<EvaluationAction, string>> = {
  start: "Start evaluation",
  pause: "Pause evaluation",
  resume: "Resume evaluation",
  stop: "Cancel evaluation",
};

const EFFECTS: Readonly<Record<EvaluationAction, string>> = {
  start: "The model forecasts each case of the file in the background.",
  pause: "The model forecasts no further cases. Forecasts in progress are still recorded.",
  resume: "The model forecasts the cases that have no answer yet. No case is forecast twice.",
  stop: "The approval of the file ends. No further cases are forecast, and there is no report. This cannot be undone.",
};

function EvaluationActions({ evaluationId, actions }: EvaluationActionsProps) {
  const trpc = useTRPC();
  const [asked, setAsked] = useState<EvaluationAction>();
  const act = useMutation(trpc.evaluations.act.mutationOptions({ onSuccess: () => setAsked(undefined) }));
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          variant={action === "start" || action === "resume" ? "filled" : "default"}
          onClick={() => {
            act.reset();
            setAsked(action);
          }}
        >
          {LABELS[action]}
        </Button>
      ))}
      {asked !== undefined && (
        <ConfirmDialog
          title={`${LABELS[asked]}?`}
          action={LABELS[asked]}
          destructive={asked === "stop"}
          state={act}
          onConfirm={() => act.mutate({ evaluationId, action: asked })}
          onClose={() => setAsked(undefined)}
        >
          <p>{EFFECTS[asked]}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
