"use client";

import { Anchor, Button, Checkbox, Group, Paper, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, Suspense, useRef, useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { queueInput, ReviewQuery } from "#lib/console/review-filter.ts";
import { routes } from "#lib/console/routes.ts";
import { ORIGIN_LABELS } from "#lib/console/submissions.ts";
import { countOf, visible } from "#lib/format.ts";
import { JustDecided } from "./just-decided.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { useKeys } from "./use-keys.ts";

const DecideTogether = lazy(() =>
  import("./decide-together.tsx").then((module) => ({ default: module.DecideTogether })),
);
const KeyHelp = lazy(() => import("./key-help.tsx").then((module) => ({ default: module.KeyHelp })));

export type Queued = Outputs["reviews"]["queue"]["submissions"][number];

/** How often the page asks again who has a submission open. */
const EVERY_MS = 30_000;

interface QueueScreenProps {
  readonly query: ReviewQuery;
  /** The input of `reviews.queue` for it. */
  readonly input: ReturnType<typeof queueInput>;
  readonly memberId: string;
}

/** Submissions waiting for a decision, the oldest first, a page at a time. */
export function QueueScreen({ query, input, memberId }: QueueScreenProps) {
  const trpc = useTRPC();
  const { data: queue } = useSuspenseQuery({
    ...trpc.reviews.queue.queryOptions(input),
    refetchInterval: EVERY_MS,
  });
  const { submissions, waiting } = queue;
  const { chosen, fits, toggle, chooseAll, chooseNone } = useChosen(submissions);
  const [opened, setOpened] = useState<"help" | "decision">();
  const help = () => setOpened("help");
  const close = () => setOpened(undefined);
  const list = useRef<HTMLDivElement>(null);

  function links(): HTMLElement[] {
    return [...(list.current?.querySelectorAll<HTMLElement>("[data-open]") ?? [])];
  }

  const focused = () => links().indexOf(document.activeElement as HTMLElement);

  /** From the row that has the focus; from none, to the first. */
  function move(step: 1 | -1) {
    const at = focused();
    links()[at === -1 ? 0 : Math.min(submissions.length - 1, Math.max(0, at + step))]?.focus();
  }

  function chooseFocused() {
    const submission = submissions[focused()];
    if (submission !== undefined) toggle(submission);
  }

  const keys = useKeys({ j: () => move(1), k: () => move(-1), s: chooseFocused, "?": help });
  // The last decision is news on this page alone.
  const { decided, ...kept } = query;
  const filtered = query.task !== undefined || query.origin !== undefined || query.turn !== undefined;
  const most = submissions.filter(fits).length;
  const choice: Column<Queued> = {
    name: "Select",
    width: 64,
    show: (submission) =>
      (fits(submission) || chosen.includes(submission)) && (
        <Checkbox
          checked={chosen.includes(submission)}
          onChange={() => toggle(submission)}
          aria-label={`Select ${visible(submission.title)}`}
        />
      ),
  };
  return (
    <ListPage
      title="Review"
      about={
        waiting === 0
          ? "The queue is empty."
          : `${countOf(waiting, "submission")}${filtered ? " matching the filters" : ""}, the oldest first.`
      }
      actions={
        <Button variant="default" onClick={help}>
          Keys (?)
        </Button>
      }
      news={decided !== undefined && <JustDecided submissionId={decided} />}
      filters={<QueueFilters query={query} />}
      empty={submissions.length === 0 ? <EmptyQueue filtered={filtered} elsewhere={waiting > 0} /> : undefined}
      pages={[
        {
          label: "Oldest submissions",
          href: query.after === undefined ? undefined : routes.review({ ...kept, after: undefined }),
        },
        {
          label: "Later submissions",
          href: queue.next === null ? undefined : routes.review({ ...kept, after: queue.next }),
        },
      ]}
      footer={
        <Suspense>
          {opened === "decision" && <DecideTogether submissions={chosen} onClose={close} />}
          {opened === "help" && <KeyHelp opened onClose={close} on={keys.on} setOn={keys.setOn} />}
        </Suspense>
      }
    >
      <div ref={list}>
        <DataTable
          label="Submissions in review"
          rows={submissions}
          keyOf={({ submissionId }) => submissionId}
          columns={[choice, ...columnsOf(kept, memberId)]}
          fold="plain"
        />
      </div>
      {chosen.length > 0 && (
        <Paper
          component="section"
          aria-label="Selected submissions"
          withBorder
          p="xs"
          mt="sm"
          pos="sticky"
          bottom={8}
          bg="var(--raised)"
        >
          <Group gap="sm">
            <span role="status">{countOf(chosen.length, "submission")} of one task selected</span>
            <Button onClick={() => setOpened("decision")}>
              Decide on {chosen.length === 1 ? "it" : "them together"}
            </Button>
            {chosen.length < most && (
              <Button variant="default" onClick={chooseAll}>
                Select all {most} of this task on this page
              </Button>
            )}
            <Button variant="default" onClick={chooseNone}>
              Clear the selection
            </Button>
          </Group>
        </Paper>
      )}
    </ListPage>
  );
}

/** Rows of one task that the reader has chosen to decide on together. */
function useChosen(submissions: readonly Queued[]) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const chosen = submissions.filter(({ submissionId }) => ids.includes(submissionId));
  const [first] = chosen;
  const fits = ({ may, taskId }: Queued) => may.decide === null && (first === undefined || taskId === first.taskId);
  return {
    chosen,
    fits,
    toggle(submission: Queued): void {
      const { submissionId } = submission;
      if (ids.includes(submissionId)) setIds(ids.filter((id) => id !== submissionId));
      else if (fits(submission)) setIds([...ids, submissionId]);
    },
    /** Every other row of the task. */
    chooseAll: () => setIds(submissions.filter(fits).map(({ submissionId }) => submissionId)),
    chooseNone: () => setIds([]),
  };
}

function columnsOf(query: ReviewQuery, memberId: string): Column<Queued>[] {
  const onlyTask: Column<Queued> = {
    name: "Task",
    width: 110,
    show: ({ taskId }) => (
      <Link href={routes.review({ ...query, task: taskId, after: undefined })} prefetch={false}>
        Only this task
      </Link>
    ),
  };
  return [
    {
      name: "Question",
      isName: true,
      narrow: "whole line",
      show: ({ submissionId, title }) => (
        <Anchor
          component={Link}
          href={routes.reviewOf(submissionId, { ...query, after: undefined })}
          prefetch={false}
          c="var(--ink)"
          lineClamp={2}
          dir="auto"
          data-open
        >
          {visible(title)}
        </Anchor>
      ),
    },
    ...(query.task === undefined ? [onlyTask] : []),
    { name: "Cutoff (UTC)", show: ({ asOf }) => <TimeText at={asOf} zone={false} /> },
    { name: "Author", show: ({ author }) => author },
    {
      name: "Origin",
      show: ({ origin, supersedes }) => `${ORIGIN_LABELS[origin].short}${supersedes === null ? "" : ", revision"}`,
    },
    { name: "Submitted (UTC)", show: ({ createdAt }) => <TimeText at={createdAt} zone={false} /> },
    {
      name: "Turn",
      show: ({ mine, authorId, looking }) => (
        <>
          {mine && <strong>{authorId === memberId ? "yours" : "for another reviewer"} </strong>}
          {looking !== null && (
            <Text span c="var(--warn)">
              {looking} is looking
            </Text>
          )}
        </>
      ),
    },
  ];
}

interface EmptyQueueProps {
  readonly filtered: boolean;
  /** Another page of the queue has submissions. */
  readonly elsewhere: boolean;
}

/** Why a page of the queue is empty. */
function EmptyQueue({ filtered, elsewhere }: EmptyQueueProps) {
  if (elsewhere) return <Empty title="This page is empty">The oldest submissions are on the first page.</Empty>;
  if (filtered) return <Empty title="No matching submission">Clear a filter to see the whole queue.</Empty>;
  return (
    <Empty title="You are all caught up">
      Submissions of researchers appear here, and requests of backends that have not been reviewed yet.
    </Empty>
  );
}
