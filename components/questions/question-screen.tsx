"use client";

import { Button, Grid, Group } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { EntryDetails, EntryState } from "#components/outcomes/entry-state.tsx";
import type { OutcomeAction } from "#components/outcomes/outcome-dialog.tsx";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TagList } from "#components/ui/tag-list.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { criteriaOf, fullOptionLabels } from "#lib/domain/option-label.ts";
import { countOf, formatScore, visible } from "#lib/format.ts";
import { ForecastsOverTime } from "./forecasts-over-time.tsx";
import { NotesPanel } from "./notes-panel.tsx";

const OutcomeDialog = dynamic(async () => (await import("#components/outcomes/outcome-dialog.tsx")).OutcomeDialog);

type Question = Outputs["questions"]["get"];

interface QuestionScreenProps {
  readonly taskId: string;
  /** Absolute URL to share within the organisation. */
  readonly link: string;
  readonly hasForecasts: boolean;
}

export function QuestionScreen({ taskId, link, hasForecasts }: QuestionScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.questions.get.queryOptions({ taskId }));
  const retag = useMutation(trpc.questions.tag.mutationOptions());
  return (
    <Page
      title={<span style={{ whiteSpace: "pre-line" }}>{visible(data.instructions)}</span>}
      about={
        <>
          Resolution date: <TimeText exact at={data.resolvesAt} />
        </>
      }
      actions={<CopyButton text={link} what="link" />}
    >
      <Grid gap={16}>
        <Grid.Col span={{ base: 12, md: 7 }}>
          {hasForecasts ? (
            <ForecastsOverTime taskId={taskId} />
          ) : (
            <Panel title="Forecasts">This question has no forecasts yet.</Panel>
          )}
          <SubmissionsPanel submissions={data.submissions} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <OutcomePanel question={data} />
          <Panel title="Tags">
            <TagList
              tags={data.tags}
              hrefOf={(tag) => routes.forecasts({ tag })}
              state={retag}
              onChange={(tag, active, then) => retag.mutate({ taskId, tag, active }, then)}
            />
          </Panel>
          <NotesPanel taskId={taskId} notes={data.notes} />
          <GrantsPanel grants={data.grants} />
          <Panel title="About">
            <DescriptionList items={[{ name: "Task id", value: <Digest value={taskId} whole /> }]} />
          </Panel>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function OutcomePanel({ question }: { readonly question: Question }) {
  const [action, setAction] = useState<OutcomeAction>();
  const { options, unconfirmed, confirmed, entries, scores, may } = question;
  const labels = fullOptionLabels(criteriaOf(options));
  return (
    <Panel title="Outcome and scores">
      {entries.length === 0 && <p>No outcome has been recorded.</p>}
      <DividedList label="Recorded outcomes">
        {entries.map((entry) => (
          <li key={entry.outcomeId}>
            <EntryState entry={entry} labels={labels} />
            <EntryDetails entry={entry} />
          </li>
        ))}
      </DividedList>
      <p>
        {scores === null
          ? "No scores yet. A forecast is scored if it was made before the question was decided and the outcome is confirmed and not void."
          : `${countOf(scores.forecasts, "forecast")} scored: mean Brier score ${formatScore(scores.brier)}, mean log score ${formatScore(scores.log)}.`}
      </p>
      <Group gap="xs" pt="xs">
        {unconfirmed !== null && may.confirm === null && (
          <Button onClick={() => setAction({ what: "confirm", question, entry: unconfirmed })}>Confirm outcome</Button>
        )}
        <Button variant="default" onClick={() => setAction({ what: "record", question })}>
          {unconfirmed === null && confirmed === null ? "Record outcome" : "Correct outcome"}
        </Button>
      </Group>
      {unconfirmed !== null && may.confirm !== null && <p>{may.confirm}</p>}
      {action !== undefined && <OutcomeDialog action={action} onClose={() => setAction(undefined)} />}
    </Panel>
  );
}

function SubmissionsPanel({ submissions }: Pick<Question, "submissions">) {
  return (
    <Panel title="Submissions">
      <DataTable
        label="Submissions for this question"
        rows={submissions}
        keyOf={({ submissionId }) => submissionId}
        fold="plain"
        columns={[
          { name: "State", show: ({ status }) => <SubmissionState status={status} /> },
          {
            name: "Submitted",
            isName: true,
            show: ({ submissionId, createdAt }) => (
              <Link href={routes.submission(submissionId)}>
                <TimeText at={createdAt} />
              </Link>
            ),
          },
          { name: "Author", show: ({ author }) => author },
        ]}
      />
    </Panel>
  );
}

const GRANTS = { binding: "Question approved", approval: "Evidence approved" } as const;

function GrantsPanel({ grants }: Pick<Question, "grants">) {
  return (
    <Panel title="Approvals">
      {grants.length === 0 && <p>No approvals yet.</p>}
      <DividedList label="Approvals">
        {grants.map(({ kind, submissionId, createdAt, revokedAt, revokedReason }) => (
          <li key={`${kind} ${submissionId} ${createdAt}`}>
            <Link href={routes.submission(submissionId)}>{GRANTS[kind]}</Link> <TimeText at={createdAt} />{" "}
            <StatusBadge tone={revokedAt === null ? "good" : "off"}>
              {revokedAt === null ? "active" : "revoked"}
            </StatusBadge>
            {revokedReason !== null && ` ${visible(revokedReason)}`}
          </li>
        ))}
      </DividedList>
    </Panel>
  );
}
