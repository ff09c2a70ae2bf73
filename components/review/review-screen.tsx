"use client";

import { Alert, Button, Grid, Group, NativeSelect, Text } from "@mantine/core";
import { useDisclosure, useSessionStorage } from "@mantine/hooks";
import { useIsMutating, useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Fragment, useEffect } from "react";
import { AboutSubmission } from "#components/submissions/about-submission.tsx";
import { AuthorNote } from "#components/submissions/author-note.tsx";
import { Content } from "#components/submissions/content.tsx";
import { FindingsList } from "#components/submissions/findings-list.tsx";
import { GuidelinePanel } from "#components/submissions/guideline-panel.tsx";
import { History } from "#components/submissions/history.tsx";
import { ReviewState } from "#components/submissions/review-state.tsx";
import type { Reviewed } from "#components/submissions/reviewed.ts";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { VerdictList } from "#components/submissions/verdict-list.tsx";
import { ChangeRow } from "#components/ui/change-row.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Inputs, PROCEDURES, useTRPC, useTRPCClient } from "#components/ui/trpc.ts";
import { useKeys } from "#components/ui/use-keys.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import type { ReviewQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import { diffSubmissions } from "#lib/diff/diff-submissions.ts";
import { MAX_SKIPPED } from "#lib/domain/limits.ts";
import { countOf, formatCount } from "#lib/format.ts";
import { DecisionPanel } from "./decision-panel.tsx";
import { JustDecided } from "./just-decided.tsx";
import { KeyHelp } from "./key-help.tsx";
import { skippedKey } from "./skipped.ts";

interface ReviewScreenProps {
  readonly submissionId: string;
  /** Filters of the review queue. The links to the previous and next submission apply the same filters. */
  readonly query: ReviewQuery;
  readonly near: Inputs["reviews"]["neighbours"];
  readonly memberId: string;
}

export function ReviewScreen({ submissionId, query, near: nearInput, memberId }: ReviewScreenProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const { data: submission } = useSuspenseQuery(trpc.submissions.get.queryOptions({ submissionId }));
  const { data: context } = useSuspenseQuery(trpc.reviews.context.queryOptions({ submissionId }));
  const { data: near } = useSuspenseQuery(trpc.reviews.neighbours.queryOptions(nearInput));
  const [helping, help] = useDisclosure();
  const { request, options, status, title, note } = submission;
  const { findings } = context;
  const reviewed = { submission, context };

  const { decided, ...filters } = query;
  const pageOf = (id: string | null, also: ReviewQuery = {}) =>
    id === null ? routes.review({ ...filters, ...also }) : routes.reviewOf(id, { ...filters, ...also });
  const goTo = (id: string | null) => id !== null && router.push(pageOf(id));
  const { skip } = useSkipped(memberId);
  const claimNext = useMutation(
    trpc.reviews.claimNext.mutationOptions({
      onSuccess: (id) => router.push(pageOf(id === submissionId ? null : id)),
    }),
  );
  const { submissionId: _, ...queue } = nearInput;
  const skipThis = () => claimNext.mutate({ ...queue, skipped: skip(submissionId) });
  const blocked = submission.may.decide;
  const keys = useKeys({
    ...{ j: () => goTo(near.next), k: () => goTo(near.previous), "?": help.open },
    s: () => {
      if (blocked === null) skipThis();
    },
  });
  const claim = useClaim(submissionId, blocked === null);
  return (
    <Page
      title={title}
      about={
        <Group gap="0 16px">
          <SubmissionState status={status} />
          {near.position !== null && (
            <span>
              {formatCount(near.position)} of {formatCount(near.total)}
            </span>
          )}
          <Link href={pageOf(null)}>Review queue</Link>
          {near.previous !== null && <Link href={pageOf(near.previous)}>Previous (k)</Link>}
          {near.next !== null && <Link href={pageOf(near.next)}>Next (j)</Link>}
        </Group>
      }
      actions={
        <>
          <CopyButton text={reformatJson(printOrderedRequest({ request, options }), 2)} what="JSON" />
          {blocked === null && (
            <Button variant="default" loading={claimNext.isPending} onClick={skipThis}>
              Skip (s)
            </Button>
          )}
          <Button variant="default" onClick={help.open}>
            Shortcuts (?)
          </Button>
        </>
      }
    >
      {decided !== undefined && <JustDecided submissionId={decided} />}
      {claim !== undefined && claim.reviewerId !== memberId && (
        <Alert title={`${claim.reviewer} is reviewing this submission`} role="status" mb="md">
          You can still record a decision.
        </Alert>
      )}
      {context.isRenewal && status === "submitted" && (
        <Alert title="Renewal" role="status" mb="md">
          Reviewers have approved this content before. Approve it again if the question and the evidence are still
          valid.
        </Alert>
      )}
      {submission.authorUnknown && status === "submitted" && (
        <Alert color="warn" title="The author is unknown" role="status" mb="md">
          This request was sent with an API key that is not linked to a member. If you sent it, let another reviewer
          decide.
        </Alert>
      )}
      {submission.disputed && (
        <Alert color="warn" title="The reviewers disagree" role="status" mb="md">
          {blocked === null
            ? "The verdicts are shown below. The reviewers did not see each other’s verdict. Your verdict is final."
            : "The reviewers judged independently and disagree, as shown below. A further reviewer must decide."}
        </Alert>
      )}
      <Grid gap={{ base: "lg", md: 48 }}>
        <Grid.Col span={{ base: 12, md: 7.5 }}>
          <DiffPanel {...reviewed} />
          <AuthorNote note={note} />
          <Content request={request} options={options} findings={findings} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4.5 }}>
          <GuidelinePanel guideline={context.guideline} />
          {blocked === null ? (
            <DecisionPanel
              submission={submission}
              guidelineDigest={context.guideline?.digest ?? null}
              memberId={memberId}
              maxDays={context.approvalMaxDays}
              onDecided={() => router.push(pageOf(near.next, { decided: submissionId }))}
            />
          ) : (
            <Panel title="Your verdicts">
              <p role="status">{blocked}</p>
            </Panel>
          )}
          {submission.disputed && <VerdictList {...reviewed} />}
          <FindingsList findings={findings} />
          {!submission.disputed && <VerdictList {...reviewed} />}
          {submission.may.review && <Assignment submissionId={submissionId} assignedTo={submission.assignedTo} />}
          <History {...reviewed} />
          <ReviewState {...reviewed} />
          <AboutSubmission {...reviewed} />
        </Grid.Col>
      </Grid>
      <KeyHelp opened={helping} onClose={help.close} on={keys.on} setOn={keys.setOn} />
    </Page>
  );
}

interface AssignmentProps {
  readonly submissionId: string;
  readonly assignedTo: string | null;
}

/** Assigns the submission to a reviewer. Any other reviewer can still decide on it. */
function Assignment({ submissionId, assignedTo }: AssignmentProps) {
  const trpc = useTRPC();
  const { data: reviewers } = useSuspenseQuery(trpc.reviews.reviewers.queryOptions());
  const assign = useMutation(trpc.reviews.assign.mutationOptions());
  return (
    <Panel title="Assigned to">
      <ErrorAlert error={assign.error} />
      <NativeSelect
        aria-label="Assigned to"
        value={assignedTo ?? ""}
        disabled={assign.isPending}
        onChange={({ currentTarget: { value } }) => assign.mutate({ submissionId, reviewerId: value || null })}
        data={[
          { value: "", label: "any reviewer" },
          ...reviewers.map(({ id, name, isAway }) => ({ value: id, label: isAway ? `${name} (away)` : name })),
        ]}
        maw={280}
      />
    </Panel>
  );
}

const RENEW_MS = 60_000;

/**
 * Claims the submission for the signed-in reviewer while the page is visible. Returns the reviewer who holds the claim,
 * which may be another one. The claim expires if the browser fails to release it.
 */
function useClaim(submissionId: string, mayDecide: boolean) {
  const client = useTRPCClient();
  // A decided submission cannot be claimed, so the claim is not renewed from the moment the decision is sent.
  const isDeciding = useIsMutating({ mutationKey: useTRPC().reviews.decide.mutationKey() }) > 0;
  const { data } = useQuery({
    queryKey: ["claim", submissionId],
    queryFn: () => client.reviews.claim.mutate({ submissionId }),
    enabled: mayDecide && !isDeciding,
    refetchInterval: RENEW_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!mayDecide) return;
    // Browsers still send a beacon while the page unloads; a fetch may be cancelled.
    const body = new Blob([JSON.stringify({ submissionId })], { type: "application/json" });
    const release = () => void navigator.sendBeacon(`${PROCEDURES}/reviews.release`, body);
    window.addEventListener("pagehide", release);
    return () => {
      window.removeEventListener("pagehide", release);
      release();
    };
  }, [submissionId, mayDecide]);
  return data;
}

/** The end of the path of a history's value. */
const VALUE = /(?<=\.data\.values)\..*/;
const MAX_VALUES = 20;

/**
 * Compares a submission with the last approved content of its task or, without one, with the submission that it revises.
 * Renders nothing for a first version.
 */
function DiffPanel({ submission, context }: Reviewed) {
  const base = context.lastApproved ?? context.superseded;
  if (base === null) return null;
  const changes = diffSubmissions(base, submission);
  return (
    <Panel
      title={context.lastApproved === null ? "Changes since the previous version" : "Changes since the last approval"}
    >
      <Text c="dimmed">
        {changes.length === 0 ? "No changes" : countOf(changes.length, "change")} since the version of{" "}
        <TimeText at={base.createdAt} exact />.
      </Text>
      <DividedList>
        {[...Map.groupBy(changes, ({ path }) => path.replace(VALUE, ""))].map(([place, all]) => (
          <Fragment key={place}>
            {all.slice(0, MAX_VALUES).map((change) => (
              <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
            ))}
            {all.length > MAX_VALUES && <li>and {countOf(all.length - MAX_VALUES, "more change")} to these values</li>}
          </Fragment>
        ))}
      </DividedList>
    </Panel>
  );
}

/** Submissions that the reviewer has skipped in this browser tab, the latest ones last. */
function useSkipped(memberId: string) {
  const [skipped, setSkipped] = useSessionStorage<readonly string[]>({
    key: skippedKey(memberId),
    defaultValue: [],
  });
  return {
    /** Returns the list with another submission at its end. */
    skip(submissionId: string): string[] {
      const added = [...skipped.filter((id) => id !== submissionId), submissionId].slice(-MAX_SKIPPED);
      setSkipped(added);
      return added;
    },
  };
}
