"use client";

import { useDisclosure } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/frame/trpc.ts";
import { AboutSubmission } from "#components/submission/about-submission.tsx";
import { Content } from "#components/submission/content.tsx";
import { FindingsList } from "#components/submission/findings-list.tsx";
import { History } from "#components/submission/history.tsx";
import { Standing } from "#components/submission/standing.tsx";
import { SubmissionState } from "#components/submission/submission-state.tsx";
import { VerdictList } from "#components/submission/verdict-list.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { plainWords, visible } from "#lib/format.ts";
import { routes } from "#lib/routes.ts";
import { obstacle } from "./decision.ts";
import { DecisionPanel } from "./decision-panel.tsx";
import { DiffPanel } from "./diff-panel.tsx";
import { KeyHelp } from "./key-help.tsx";
import styles from "./review-screen.module.css";
import { useKeys } from "./use-keys.ts";

interface ReviewScreenProps {
  readonly submissionId: string;
  readonly memberId: string;
  readonly role: string;
}

/** One submission and everything that it takes to judge it, on one screen. */
export function ReviewScreen({ submissionId, memberId, role }: ReviewScreenProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const { data: submission } = useSuspenseQuery(trpc.submissions.get.queryOptions({ submissionId }));
  const { data: dossier } = useSuspenseQuery(trpc.reviews.dossier.queryOptions({ submissionId }));
  const { data: queue } = useSuspenseQuery(trpc.reviews.queue.queryOptions());
  const [decided, setDecided] = useState<string>();
  const [helping, help] = useDisclosure();
  const { request, status, title, createdAt, note } = submission;
  const { names, findings, standing, wrote } = dossier;

  // What was decided has left the queue: its neighbours are found by time.
  const next = queue.find((other) => other.submissionId !== submissionId && other.createdAt >= createdAt);
  const previous = queue.findLast((other) => other.submissionId !== submissionId && other.createdAt < createdAt);
  const goTo = (to: { readonly submissionId: string } | undefined) =>
    router.push(to === undefined ? routes.review : routes.reviewOf(to.submissionId));
  const keys = useKeys({ j: () => goTo(next), k: () => goTo(previous), "?": help.open });

  const hindrance = obstacle(submission, wrote, { memberId, role });
  return (
    <Page>
      <PageHead
        title={visible(title)}
        about={
          <span className={styles.about}>
            <SubmissionState status={status} />
            <Link href={routes.review}>Queue</Link>
            {previous !== undefined && <Link href={routes.reviewOf(previous.submissionId)}>Previous (k)</Link>}
            {next !== undefined && <Link href={routes.reviewOf(next.submissionId)}>Next (j)</Link>}
            <TextButton onClick={help.open}>Keys (?)</TextButton>
            <CopyButton text={JSON.stringify(request, null, 2)} what="JSON" />
          </span>
        }
      />
      {decided !== undefined && (
        <Notice title={`Your decision is recorded: the submission is ${plainWords(decided)}`} live>
          {next === undefined ? <Link href={routes.review}>Back to the queue</Link> : "The next one: j."}
        </Notice>
      )}
      <div className={styles.columns}>
        <div>
          {note !== "" && (
            <Panel title="The author’s note">
              <p className={styles.note}>{visible(note)}</p>
            </Panel>
          )}
          <Content request={request} findings={findings} />
          <DiffPanel request={request} dossier={dossier} />
        </div>
        <div>
          {hindrance === undefined ? (
            <DecisionPanel submission={submission} onDecided={setDecided} />
          ) : (
            <Panel title="Your verdicts">{hindrance}</Panel>
          )}
          <FindingsList findings={findings} />
          <VerdictList submission={submission} names={names} />
          <History submission={submission} dossier={dossier} />
          <Standing submission={submission} standing={standing} role={role} />
          <AboutSubmission submission={submission} names={names} />
        </div>
      </div>
      <KeyHelp opened={helping} onClose={help.close} on={keys.on} setOn={keys.setOn} />
    </Page>
  );
}
