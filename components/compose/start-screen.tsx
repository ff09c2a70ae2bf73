"use client";

import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./start-screen.module.css";
import { readStashed } from "./stash.ts";

/** Where composing begins: a draft to go on with, something to start from, or nothing. */
export function StartScreen({ memberId }: { readonly memberId: string }) {
  const trpc = useTRPC();
  const { data: drafts } = useSuspenseQuery(trpc.drafts.list.queryOptions());
  const { data: recent } = useSuspenseQuery(trpc.submissions.list.queryOptions({ limit: 10 }));
  const hydrated = useHydrated();
  const known = new Set(drafts.map(({ draftId }) => draftId));
  const here = hydrated ? readStashed(memberId).filter(({ draftId }) => !known.has(draftId)) : [];
  return (
    <Page>
      <PageHead
        title="Compose"
        about="A question with its options, how it is decided, and dated observations: laid before the reviewers, then forecast."
        actions={
          <>
            <Button component={Link} href={routes.importSubmissions} size="xs" variant="default">
              Import JSONL
            </Button>
            <Button component={Link} href={routes.newDraft()} prefetch={false} size="xs">
              New request
            </Button>
          </>
        }
      />
      <Panel title="Your drafts" aside={<span>{countOf(drafts.length + here.length, "draft")}</span>}>
        {drafts.length + here.length === 0 ? (
          <Empty title="Nothing is half written">
            Start a new request, or start from an earlier one below. Drafts save themselves.
          </Empty>
        ) : (
          <ol className={styles.list}>
            {here.map(({ draftId, at }) => (
              <li key={draftId}>
                <Link href={routes.draft(draftId)} prefetch={false}>
                  A draft that is only in this browser
                </Link>
                <TimeText at={at} />
              </li>
            ))}
            {drafts.map(({ draftId, title, updatedAt }) => (
              <li key={draftId}>
                <Link href={routes.draft(draftId)} prefetch={false}>
                  {visible(title) || "Without a question yet"}
                </Link>
                <TimeText at={updatedAt} />
              </li>
            ))}
          </ol>
        )}
      </Panel>
      <Panel
        title="Start from an earlier one"
        aside={<Link href={routes.submissions({ whose: "all" })}>All submissions</Link>}
      >
        {recent.submissions.length === 0 ? (
          <p>No submission is here yet.</p>
        ) : (
          <ol className={styles.list}>
            {recent.submissions.map(({ submissionId, title, status, author }) => (
              <li key={submissionId}>
                <Link href={routes.newDraft({ copy: submissionId })} prefetch={false}>
                  {visible(title)}
                </Link>
                <span>
                  {author}, <SubmissionState status={status} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </Page>
  );
}
