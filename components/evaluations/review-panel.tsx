"use client";

import { Button, Checkbox, Fieldset, Group, Space, Stack, Text } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Content } from "#components/submissions/content.tsx";
import { FindingsList } from "#components/submissions/findings-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { unsentKey } from "#components/ui/unsent-key.ts";
import { useKeys } from "#components/ui/use-keys.ts";
import { CHECKS, type Checklist, checklistOf, missingFrom } from "#lib/domain/reviews.ts";
import { countOf, visible } from "#lib/format.ts";
import { describeSample, describeUnread } from "./describe-evaluation.ts";

interface ReviewPanelProps {
  readonly evaluation: Outputs["evaluations"]["get"];
  readonly memberId: string;
}

/** Unfinished review, stored in the browser tab. */
interface Review {
  /** Index of the displayed case in the sample. */
  readonly position: number;
  /** The cases marked as read, as indexes in the file. */
  readonly read: readonly number[];
  readonly checklist: Checklist;
  readonly note: string;
}

const EMPTY: Review = { position: 0, read: [], checklist: checklistOf(false), note: "" };

export function ReviewPanel({ evaluation, memberId }: ReviewPanelProps) {
  const { evaluationId, dataDigest, cases } = evaluation;
  const trpc = useTRPC();
  const { data: sample } = useSuspenseQuery(trpc.evaluations.sample.queryOptions({ evaluationId }));
  // Reading a sample takes long, so the review is stored, per member, and survives a reload or a visit to another page.
  const [review, setReview, forget] = useSessionStorage({
    key: unsentKey("file-review", memberId, evaluationId),
    defaultValue: EMPTY,
  });
  const { position, read, checklist, note } = review;
  const change = (changed: Partial<Review>) => setReview((before) => ({ ...before, ...changed }));
  const decide = useMutation(trpc.evaluations.decide.mutationOptions({ onSuccess: forget }));
  const shown = sample[position];
  const unread = sample.filter(({ index }) => !read.includes(index)).length;
  const lack =
    unread > 0 ? describeUnread(unread) : missingFrom({ binding: "approve", quality: "approve", checklist, note });
  /** Moves in the sample. Uses the latest state, because a key may be pressed before the page is rendered again. */
  const move = (step: number) =>
    setReview((before) => ({ ...before, position: Math.max(0, Math.min(sample.length - 1, before.position + step)) }));
  const mark = (isRead: boolean) =>
    setReview((before) => {
      const index = sample[before.position]?.index;
      const others = before.read.filter((one) => one !== index);
      return { ...before, read: isRead && index !== undefined ? [...others, index] : others };
    });
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    r() {
      mark(true);
      move(1);
    },
  });
  const send = (approve: boolean) =>
    decide.mutate({ evaluationId, seen: dataDigest, approve, checklist, read: [...read], note });
  return (
    <Panel title="File review" aside={`${read.length} of ${countOf(sample.length, "case")} read`}>
      <p>
        Your approval covers every task and input in the file, for this evaluation only. You read a random sample of the
        cases. {describeSample(cases)}
      </p>
      <Space h="md" />
      {shown !== undefined && (
        <SampledCase
          shown={shown}
          position={position}
          of={sample.length}
          isRead={read.includes(shown.index)}
          onRead={mark}
          onMove={move}
        />
      )}
      <Stack gap="sm" mt="lg">
        <ErrorAlert title="Your decision was not recorded" error={decide.error} />
        <Fieldset legend="Checklist for every case that you read" variant="unstyled" p={0}>
          <Stack gap={10} pt={6}>
            {CHECKS.map(({ name, label }) => (
              <Checkbox
                key={name}
                label={label}
                checked={checklist[name]}
                onChange={({ currentTarget }) => change({ checklist: { ...checklist, [name]: currentTarget.checked } })}
              />
            ))}
          </Stack>
        </Fieldset>
        <NoteField
          label="Note"
          description="Required to reject the file."
          value={note}
          onChange={(text) => change({ note: text })}
        />
        <Group gap="sm">
          <Button loading={decide.isPending} disabled={lack !== undefined} onClick={() => send(true)}>
            Approve file
          </Button>
          <Button
            variant="default"
            loading={decide.isPending}
            disabled={note.trim() === ""}
            onClick={() => send(false)}
          >
            Reject file
          </Button>
          <Text span c="dimmed" role="status">
            {lack}
          </Text>
        </Group>
      </Stack>
    </Panel>
  );
}

type Sampled = Outputs["evaluations"]["sample"][number];

interface SampledCaseProps {
  readonly shown: Sampled;
  /** Index in the sample, from 0. */
  readonly position: number;
  readonly of: number;
  readonly isRead: boolean;
  readonly onRead: (isRead: boolean) => void;
  readonly onMove: (step: 1 | -1) => void;
}

function SampledCase({ shown, position, of, isRead, onRead, onMove }: SampledCaseProps) {
  const { line, set, question, outcome, optionOrder, request, options, findings } = shown;
  return (
    <section aria-label={`Case ${position + 1} of the sample`}>
      <Group justify="space-between" mb="sm">
        <Text fw={600}>
          Case {position + 1} of {of} · line {line} · {visible(set)} · {visible(question)} · outcome: {outcome}
          {optionOrder !== null && ` · order of options: ${optionOrder.join(" < ")}`}
        </Text>
        <Group gap="xs">
          <Button variant="default" disabled={position === 0} onClick={() => onMove(-1)}>
            Previous case (k)
          </Button>
          <Button variant="default" disabled={position === of - 1} onClick={() => onMove(1)}>
            Next case (j)
          </Button>
        </Group>
      </Group>
      <Content request={request} options={options} findings={findings} />
      <FindingsList findings={findings} />
      <Checkbox
        mt="md"
        label="I have read this case (the key r marks it and opens the next case)"
        checked={isRead}
        onChange={({ currentTarget }) => onRead(currentTarget.checked)}
      />
    </section>
  );
}
