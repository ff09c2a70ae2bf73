"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Pager } from "#components/ui/pager.tsx";
import rows from "#components/ui/rows.module.css";
import { TextButton } from "#components/ui/text-button.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { queueInput } from "#lib/console/review-query.ts";
import { type ReviewQuery, routes } from "#lib/console/routes.ts";
import { countOf } from "#lib/format.ts";
import { ChosenBar } from "./chosen-bar.tsx";
import { EmptyQueue } from "./empty-queue.tsx";
import { JustDecided } from "./just-decided.tsx";
import { QueueRow } from "./queue-row.tsx";
import { useChosen } from "./use-chosen.ts";
import { useKeys } from "./use-keys.ts";

// Neither is needed before it is asked for: a list comes light.
const DecideTogether = lazy(() =>
  import("./decide-together.tsx").then((module) => ({ default: module.DecideTogether })),
);
const KeyHelp = lazy(() => import("./key-help.tsx").then((module) => ({ default: module.KeyHelp })));

/** Who looks at what changes meanwhile. */
const EVERY_MS = 30_000;

interface QueueScreenProps {
  readonly query: ReviewQuery;
  /** Drawn on the server: they are links, and need no script. */
  readonly filters: ReactNode;
  readonly memberId: string;
  readonly role: string;
}

/** What waits for a decision, the oldest first, a page at a time. */
export function QueueScreen({ query, filters, memberId, role }: QueueScreenProps) {
  const trpc = useTRPC();
  const { data: queue } = useSuspenseQuery({
    ...trpc.reviews.queue.queryOptions(queueInput(query)),
    refetchInterval: EVERY_MS,
  });
  const { submissions, waiting } = queue;
  const { chosen, fits, toggle, chooseAll, chooseNone } = useChosen(submissions, role === "reviewer");
  const [opened, setOpened] = useState<"help" | "decision">();
  const help = () => setOpened("help");
  const close = () => setOpened(undefined);
  const list = useRef<HTMLOListElement>(null);

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
  // What was decided is news on this page alone.
  const { decided, ...kept } = query;
  const filtered = query.task !== undefined || query.origin !== undefined || query.turn !== undefined;
  return (
    <Page>
      <PageHead
        title="Review"
        about={
          <>
            {countOf(waiting, "submission waits", "submissions wait")}
            {filtered && " and fit the filters"}, the oldest first.
          </>
        }
        actions={<TextButton onClick={help}>Keys (?)</TextButton>}
      />
      {decided !== undefined && <JustDecided submissionId={decided} />}
      {filters}
      {submissions.length === 0 ? (
        <EmptyQueue filtered={filtered} elsewhere={waiting > 0} />
      ) : (
        <ol className={rows.list} ref={list}>
          {submissions.map((submission) => (
            <QueueRow
              key={submission.submissionId}
              submission={submission}
              memberId={memberId}
              query={kept}
              chosen={chosen.includes(submission)}
              onChoose={fits(submission) ? () => toggle(submission) : undefined}
            />
          ))}
        </ol>
      )}
      {chosen.length > 0 && (
        <ChosenBar
          count={chosen.length}
          most={submissions.filter(fits).length}
          onDecide={() => setOpened("decision")}
          onAll={chooseAll}
          onNone={chooseNone}
        />
      )}
      <Pager
        what="submissions"
        oldest={query.after === undefined ? undefined : routes.review({ ...kept, after: undefined })}
        later={queue.next === null ? undefined : routes.review({ ...kept, after: queue.next })}
      />
      <Suspense>
        {opened === "decision" && <DecideTogether submissions={chosen} onClose={close} />}
        {opened === "help" && <KeyHelp opened onClose={close} on={keys.on} setOn={keys.setOn} />}
      </Suspense>
    </Page>
  );
}
