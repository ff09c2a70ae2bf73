"use client";

import { useDisclosure } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { AboutSubmission } from "#components/submissions/about-submission.tsx";
import { AuthorNote } from "#components/submissions/author-note.tsx";
import { Content } from "#components/submissions/content.tsx";
import { FindingsList } from "#components/submissions/findings-list.tsx";
import { History } from "#components/submissions/history.tsx";
import { ReviewState } from "#components/submissions/review-state.tsx";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { VerdictList } from "#components/submissions/verdict-list.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { neighboursInput } from "#lib/console/review-query.ts";
import { type ReviewQuery, routes } from "#lib/console/routes.ts";
import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import { visible } from "#lib/format.ts";
import { obstacle } from "./decision.ts";
import { DecisionPanel } from "./decision-panel.tsx";
import { DiffPanel } from "./diff-panel.tsx";
import { JustDecided } from "./just-decided.tsx";
import { KeyHelp } from "./key-help.tsx";
import styles from "./review-screen.module.css";
import { useClaim } from "./use-claim.ts";
import { useKeys } from "./use-keys.ts";

interface ReviewScreenProps {
  readonly submissionId: string;
  /** The queue's filters, which the way from one to the next keeps to. */
  readonly query: ReviewQuery;
  readonly memberId: string;
  readonly role: string;
}

/** One submission and everything that it takes to judge it, on one screen. */
export function ReviewScreen({ submissionId, query, memberId, role }: ReviewScreenProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const { data: submission } = useSuspenseQuery(trpc.submissions.get.queryOptions({ submissionId }));
  const { data: dossier } = useSuspenseQuery(trpc.reviews.dossier.queryOptions({ submissionId }));
  const { data: near } = useSuspenseQuery(trpc.reviews.neighbours.queryOptions(neighboursInput(query, submissionId)));
  const [helping, help] = useDisclosure();
  const { request, options, status, title, note } = submission;
  const { names, findings, standing, wrote } = dossier;

  const { decided, ...filters } = query;
  const pageOf = (id: string | null, also: ReviewQuery = {}) =>
    id === null ? routes.review({ ...filters, ...also }) : routes.reviewOf(id, { ...filters, ...also });
  const goTo = (id: string | null) => id !== null && router.push(pageOf(id));
  const keys = useKeys({ j: () => goTo(near.next), k: () => goTo(near.previous), "?": help.open });

  const hindrance = obstacle(submission, wrote, { memberId, role });
  const claim = useClaim(submissionId, hindrance === undefined);
  return (
    <Page>
      <PageHead
        title={visible(title)}
        about={
          <span className={styles.about}>
            <SubmissionState status={status} />
            <Link href={pageOf(null)}>Queue</Link>
            {near.previous !== null && <Link href={pageOf(near.previous)}>Previous (k)</Link>}
            {near.next !== null && <Link href={pageOf(near.next)}>Next (j)</Link>}
            <TextButton onClick={help.open}>Keys (?)</TextButton>
            <CopyButton text={reformatJson(printOrderedRequest({ request, options }), 2)} what="JSON" />
          </span>
        }
      />
      {decided !== undefined && <JustDecided submissionId={decided} />}
      {claim !== undefined && claim.reviewerId !== memberId && (
        <Alert title={`${claim.reviewer} is looking at this submission`} live>
          You may decide all the same.
        </Alert>
      )}
      <div className={styles.columns}>
        <div>
          <AuthorNote note={note} />
          <Content request={request} options={options} findings={findings} />
          <DiffPanel request={request} dossier={dossier} />
        </div>
        <div>
          {hindrance === undefined ? (
            <DecisionPanel
              submission={submission}
              onDecided={() => router.push(pageOf(near.next, { decided: submissionId }))}
            />
          ) : (
            <Panel title="Your verdicts">{hindrance}</Panel>
          )}
          <FindingsList findings={findings} />
          <VerdictList submission={submission} names={names} />
          <History submission={submission} dossier={dossier} />
          <ReviewState submission={submission} standing={standing} role={role} />
          <AboutSubmission submission={submission} names={names} />
        </div>
      </div>
      <KeyHelp opened={helping} onClose={help.close} on={keys.on} setOn={keys.setOn} />
    </Page>
  );
}
