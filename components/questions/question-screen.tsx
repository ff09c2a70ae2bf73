"use client";

import { Button, Grid, Group, List, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AnswerPanel } from "#components/forecasts/answer-panel.tsx";
import { describeForecastScore, describeQuestionScores } from "#components/forecasts/describe-score.ts";
import { ForecastSeries } from "#components/forecasts/forecast-series.tsx";
import { HistoryPanel } from "#components/forecasts/history-panel.tsx";
import { EntryDetails, EntryState } from "#components/outcomes/entry-state.tsx";
import type { OutcomeAction } from "#components/outcomes/outcome-dialog.tsx";
import { Prose } from "#components/submissions/prose.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { Page } from "#components/ui/page.tsx";
import { FoldedPanel, Panel } from "#components/ui/panel.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import { TagPanel } from "#components/ui/tag-panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { criteriaOf, fullOptionLabels } from "#lib/domain/option-label.ts";
import { visible } from "#lib/format.ts";
import { Timeline } from "./timeline.tsx";

interface QuestionScreenProps {
  readonly taskId: string;
  /** Absolute URL to share within the organisation. */
  readonly link: string;
  /** Request id of the latest forecast, or of the latest before the outcome; undefined without forecasts. */
  readonly latest: string | undefined;
  /** Whether a new forecast would be of use: the resolution date is ahead and no outcome is confirmed. */
  readonly isOpen: boolean;
}

export function QuestionScreen({ taskId, link, latest, isOpen }: QuestionScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.questions.get.queryOptions({ taskId }));
  const overTime = useQuery(trpc.forecasts.overTime.queryOptions({ taskId }, { enabled: latest !== undefined }));
  const retag = useMutation(trpc.questions.tag.mutationOptions());
  const submission = data.submissions[0]?.submissionId;
  const start = latest === undefined ? submission && { copy: submission } : { again: latest };
  return (
    <Page
      title={data.instructions}
      about={
        <>
          Resolution date: <TimeText exact at={data.resolvesAt} />
          {data.heldSince && ` · Legal hold since ${data.heldSince}`}
        </>
      }
      actions={
        <>
          {isOpen && start && <NextStep href={routes.newDraft(start)} label="Forecast again" isMain />}
          <CopyButton text={link} what="link" />
        </>
      }
    >
      {latest === undefined ? (
        <Panel title="Latest forecast">This question has no forecasts yet.</Panel>
      ) : (
        <LatestForecast requestId={latest} outcome={data.confirmed} />
      )}
      <Grid gap={16} align="start" mt={16}>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <ResolutionPanel question={data} />
          <Timeline question={data} points={overTime.data?.points ?? []} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <OutcomePanel question={data} />
          <TagPanel
            tags={data.tags}
            hrefOf={(tag) => routes.questions({ tag })}
            state={retag}
            onChange={(tag, active, then) => retag.mutate({ taskId, tag, active }, then)}
          />
          <Permitted to="submit">
            <NotesPanel taskId={taskId} />
          </Permitted>
          <FoldedPanel title="Identifiers">
            <DescriptionList
              items={[
                { name: "Task id", value: <Digest value={taskId} whole /> },
                ...data.options.map(({ id, description }) => ({
                  name: visible(description ?? id),
                  value: <code>{id}</code>,
                })),
              ]}
            />
          </FoldedPanel>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

interface LatestForecastProps {
  readonly requestId: string;
  readonly outcome: Outputs["questions"]["get"]["confirmed"];
}

function LatestForecast({ requestId, outcome }: LatestForecastProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.get.queryOptions({ requestId }));
  const { data: score } = useSuspenseQuery(trpc.outcomes.scoreOf.queryOptions({ requestId }));
  return (
    <>
      <AnswerPanel forecast={data} title={outcome === null ? "Latest forecast" : "Outcome"} outcome={outcome}>
        {outcome !== null && <Text mt={8}>{describeForecastScore(score, data.response.result.probabilities)}</Text>}
        <Text mt={4} c="dimmed">
          <Link href={routes.forecast(requestId)}>Forecast</Link> made <TimeText at={data.response.generated_at} />
        </Text>
      </AnswerPanel>
      <ForecastSeries forecast={data} />
      <HistoryPanel forecast={data} />
    </>
  );
}

function ResolutionPanel({ question }: { readonly question: Outputs["questions"]["get"] }) {
  const { options, resolutionCriteria } = question;
  return (
    <Panel title="Options and resolution">
      <List mb="sm">
        {options.map(({ id, description }) => (
          <List.Item key={id}>
            <Prose>{description ?? id}</Prose>
          </List.Item>
        ))}
      </List>
      <OptionOrder question={question} />
      <Prose>{resolutionCriteria}</Prose>
    </Panel>
  );
}

/** Adds notes. The timeline shows them. */
function NotesPanel({ taskId }: { readonly taskId: string }) {
  const trpc = useTRPC();
  const [text, setText] = useState("");
  const add = useMutation(trpc.questions.addNote.mutationOptions({ onSuccess: () => setText("") }));
  return (
    <Panel title="Add a note">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ taskId, text });
        }}
      >
        <ErrorAlert title="The note was not added" error={add.error} />
        <NoteField
          label="New note"
          description="The note is recorded with your name and cannot be changed."
          value={text}
          onChange={setText}
        />
        <Button type="submit" variant="default" mt="xs" loading={add.isPending} disabled={text.trim() === ""}>
          Add note
        </Button>
      </form>
    </Panel>
  );
}

/** Shows the order of a question's options. Reviewers and administrators can change it. */
function OptionOrder({ question }: { readonly question: Outputs["questions"]["get"] }) {
  const { taskId, options, order, may } = question;
  const trpc = useTRPC();
  /** Option ids, separated by spaces. Undefined while the dialog is closed. */
  const [typed, setTyped] = useState<string>();
  const close = () => setTyped(undefined);
  const change = useMutation(trpc.questions.setOrder.mutationOptions({ onSuccess: close }));
  const ids = typed?.match(/\S+/g) ?? null;
  return (
    <Group gap="xs" mb="sm">
      Order of options: {order === null ? "none" : order.join(" < ")}
      {may.setOrder && (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => setTyped((order ?? options.map(({ id }) => id)).join(" "))}
        >
          Change order
        </Button>
      )}
      <ConfirmDialog
        opened={typed !== undefined}
        title="Change order of options"
        action="Change order"
        state={change}
        failure="The order was not changed"
        onConfirm={() => change.mutate({ taskId, order: ids })}
        onClose={close}
      >
        <p>All ranked probability scores of the question use this order.</p>
        <TextInput
          label="Option ids"
          description="From lowest to highest, separated by spaces. Leave empty if the options have no order."
          value={typed ?? ""}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          data-autofocus
        />
      </ConfirmDialog>
    </Group>
  );
}

const OutcomeDialog = lazily(async () => (await import("#components/outcomes/outcome-dialog.tsx")).OutcomeDialog);

type Question = Outputs["questions"]["get"];

function OutcomePanel({ question }: { readonly question: Question }) {
  const [action, setAction] = useState<OutcomeAction>();
  const { options, unconfirmed, confirmed, entries, may } = question;
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
      <p>{describeQuestionScores(question)}</p>
      <Group gap="xs" pt="xs">
        {unconfirmed !== null && may.confirm === null && (
          <Button onClick={() => setAction({ what: "confirm", question, entry: unconfirmed })}>Confirm outcome</Button>
        )}
        <Permitted to="submit">
          <Button variant="default" onClick={() => setAction({ what: "record", question })}>
            {unconfirmed === null && confirmed === null ? "Record outcome" : "Correct outcome"}
          </Button>
        </Permitted>
      </Group>
      {unconfirmed !== null && may.confirm !== null && <p>{may.confirm}</p>}
      {action !== undefined && <OutcomeDialog action={action} onClose={() => setAction(undefined)} />}
    </Panel>
  );
}
