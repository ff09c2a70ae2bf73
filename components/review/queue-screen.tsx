"use client";

import { Button } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { ListPage, pagesOf } from "#components/ui/list-page.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import { type Inputs, type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { useKeys } from "#components/ui/use-keys.ts";
import type { ReviewQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import type { Verdict } from "#lib/domain/reviews.ts";
import { visible } from "#lib/format.ts";
import { queueColumns } from "./queue-columns.tsx";
import styles from "./queue-screen.module.css";
import { describeWaiting, groupsOf, largestGroup, nameSelection } from "./selection.ts";
import { readSkipped } from "./skipped.ts";

const DecideTogether = lazily(async () => (await import("./decide-together.tsx")).DecideTogether);
const JustDecided = lazily(async () => (await import("./just-decided.tsx")).JustDecided);
const KeyHelp = lazily(async () => (await import("./key-help.tsx")).KeyHelp);
const SelectionBar = lazily(async () => (await import("./selection-bar.tsx")).SelectionBar);

export type Queued = Outputs["reviews"]["queue"]["submissions"][number];

/** Polling interval of the queue, which also shows who is reviewing each submission. */
const EVERY_MS = 30_000;

interface QueueScreenProps {
  /** Rendered on the server. */
  readonly filters: ReactNode;
  readonly query: ReviewQuery;
  readonly input: Inputs["reviews"]["queue"];
  readonly claim: Inputs["reviews"]["claimNext"];
  readonly memberId: string;
}

export function QueueScreen({ filters, query, input, claim, memberId }: QueueScreenProps) {
  const trpc = useTRPC();
  const { data: queue } = useSuspenseQuery({
    ...trpc.reviews.queue.queryOptions(input),
    refetchInterval: EVERY_MS,
  });
  const { submissions, waiting } = queue;
  const { chosen, group, fits, choose, toggle } = useChosen(submissions);
  const [opened, setOpened] = useState<"help" | "decision">();
  const [verdict, setVerdict] = useState<Verdict>();
  const help = () => setOpened("help");
  const close = () => setOpened(undefined);
  const list = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);

  function links(): HTMLElement[] {
    return [...(list.current?.querySelectorAll<HTMLElement>("[data-open]") ?? [])];
  }

  const focused = () => links().indexOf(document.activeElement as HTMLElement);

  /** Focuses the next or previous row, or the first row if no row has the focus. */
  function move(step: 1 | -1) {
    const at = focused();
    links()[at === -1 ? 0 : Math.min(submissions.length - 1, Math.max(0, at + step))]?.focus();
  }

  function chooseFocused() {
    const submission = submissions[focused()];
    if (submission !== undefined) toggle(submission);
  }

  function decide(on: Verdict | undefined, rows: readonly Queued[] = chosen) {
    if (rows.length === 0) return;
    choose(rows);
    setVerdict(on);
    setOpened("decision");
  }

  const keys = useKeys({
    j: () => move(1),
    k: () => move(-1),
    s: chooseFocused,
    g: () => next.current?.click(),
    a: () => decide("approve"),
    c: () => decide("changes"),
    x: () => decide("reject"),
    "?": help,
  });
  // Links omit `decided`, so the result of the last decision is shown only once.
  const { decided, ...kept } = query;
  const { task, origin, tag, text, turn } = query;
  const filtered = [task, origin, tag, text, turn].some((value) => value !== undefined);
  const isWhole = chosen.length > 0 && chosen.length === group.length;
  const choice: Column<Queued> = {
    name: "Select",
    width: 56,
    head: (
      <>
        <span className="visually-hidden">Select</span>
        {group.length > 1 && (
          <input
            type="checkbox"
            checked={isWhole}
            onChange={() => choose(isWhole ? [] : group)}
            aria-label={`Select ${nameSelection(group)}`}
          />
        )}
      </>
    ),
    show: (submission) =>
      fits(submission) && (
        <input
          type="checkbox"
          checked={chosen.includes(submission)}
          onChange={({ nativeEvent }) => toggle(submission, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          aria-label={`Select ${visible(submission.title)}`}
        />
      ),
  };
  return (
    <ListPage
      title="Review"
      about={describeWaiting(waiting, filtered)}
      actions={
        <>
          {group.length > 1 && (
            <Button variant="default" onClick={() => decide(undefined, group)}>
              Decide on {nameSelection(group)}
            </Button>
          )}
          <Button variant="default" onClick={help}>
            Shortcuts (?)
          </Button>
          <Permitted to="decide">
            <ClaimNext query={kept} input={claim} memberId={memberId} button={next} />
          </Permitted>
        </>
      }
      news={decided !== undefined && <JustDecided submissionId={decided} />}
      filters={filters}
      empty={submissions.length === 0 && <EmptyQueue filtered={filtered} elsewhere={waiting > 0} />}
      pages={pagesOf(kept, queue.next, routes.review, ["Oldest submissions", "Later submissions"])}
      footer={
        <>
          {opened === "decision" && (
            <DecideTogether submissions={chosen} verdict={verdict} maxDays={queue.approvalMaxDays} onClose={close} />
          )}
          {opened === "help" && <KeyHelp opened onClose={close} on={keys.on} setOn={keys.setOn} />}
        </>
      }
    >
      <div ref={list} className={styles.rows}>
        <DataTable
          label="Submissions in review"
          rows={submissions}
          keyOf={({ submissionId }) => submissionId}
          columns={[choice, ...queueColumns(kept, memberId)]}
          fold="plain"
        />
      </div>
      {chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          onDecide={() => decide(undefined)}
          onClear={() => choose([])}
          question={
            task === undefined ? routes.review({ ...kept, task: chosen[0]?.taskId, after: undefined }) : undefined
          }
        />
      )}
    </ListPage>
  );
}

function EmptyQueue({ filtered, elsewhere }: { readonly filtered: boolean; readonly elsewhere: boolean }) {
  if (elsewhere) return <Empty title="No submissions on this page">Go to the first page of the queue.</Empty>;
  if (filtered) return <Empty title="No matching submissions">Clear the filters to see the whole queue.</Empty>;
  return (
    <Empty title="You are all caught up">
      The queue shows submissions by researchers and requests from backends that have not been reviewed yet.
    </Empty>
  );
}

interface ClaimNextProps {
  readonly query: ReviewQuery;
  readonly input: Inputs["reviews"]["claimNext"];
  readonly memberId: string;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Claims and opens the next submission that no other reviewer has claimed. */
function ClaimNext({ query, input, memberId, button }: ClaimNextProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const claim = useMutation(
    trpc.reviews.claimNext.mutationOptions({
      onSuccess(submissionId) {
        if (submissionId !== null) router.push(routes.reviewOf(submissionId, { ...query, after: undefined }));
      },
    }),
  );
  const isNone = claim.data === null;
  return (
    <Button
      ref={button}
      loading={claim.isPending}
      onClick={() => claim.mutate({ ...input, skipped: readSkipped(memberId) })}
      title="g"
    >
      <span aria-live="polite">{isNone ? "No submissions to claim" : "Claim next submission"}</span>
    </Button>
  );
}

/** Selected rows of the review queue, to be decided together. */
function useChosen(rows: readonly Queued[]) {
  const [ids, setIds] = useState<readonly string[]>([]);
  /** The row that was selected or cleared last: the other end of a range. */
  const [last, setLast] = useState<string>();
  const chosen = rows.filter(({ submissionId }) => ids.includes(submissionId));
  const fits = (row: Queued, others = chosen) => groupsOf([...others, row], rows).length > 0;
  const choose = (list: readonly Queued[]) => setIds(list.map(({ submissionId }) => submissionId));
  return {
    chosen,
    /** Every row that can be decided together with the chosen rows. */
    group: largestGroup(chosen, rows),
    fits: (row: Queued) => fits(row),
    choose,
    /** Selects or clears a row or, with `isRange`, also the rows between it and the last row, as far as they fit. */
    toggle(row: Queued, isRange = false): void {
      const other = isRange ? rows.findIndex(({ submissionId }) => submissionId === last) : -1;
      const ends = [rows.indexOf(row), other === -1 ? rows.indexOf(row) : other];
      const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1);
      setLast(row.submissionId);
      const kept = chosen.filter((one) => !chosen.includes(row) || !range.includes(one));
      if (!chosen.includes(row))
        for (const one of [row, ...range]) if (!kept.includes(one) && fits(one, kept)) kept.push(one);
      choose(kept);
    },
  } as const;
}
