"use client";

import { Button, Grid } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { routes } from "#lib/console/routes.ts";
import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import { AboutSubmission } from "./about-submission.tsx";
import { AuthorNote } from "./author-note.tsx";
import { Content } from "./content.tsx";
import { FindingsList } from "./findings-list.tsx";
import { GuidelinePanel } from "./guideline-panel.tsx";
import { History } from "./history.tsx";
import { ReviewState } from "./review-state.tsx";
import { RunError } from "./run-error.tsx";
import { SubmissionState } from "./submission-state.tsx";
import { useRun } from "./use-run.ts";
import { VerdictList } from "./verdict-list.tsx";

/** Polling interval while the submission is waiting for a decision. */
const EVERY_MS = 10_000;

export function SubmissionScreen({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const { data: submission } = useSuspenseQuery({
    ...trpc.submissions.get.queryOptions({ submissionId }),
    refetchInterval: ({ state }) => (state.data?.status === "submitted" ? EVERY_MS : false),
  });
  const { data: context } = useSuspenseQuery({
    ...trpc.reviews.context.queryOptions({ submissionId }),
    refetchInterval: submission.status === "submitted" && EVERY_MS,
  });
  const run = useRun();
  const { request, options, status, title, note, may } = submission;
  const { findings } = context;
  const reviewed = { submission, context };
  const text = printOrderedRequest({ request, options });
  const json = reformatJson(text, 2);
  return (
    <Page
      title={title}
      about={<SubmissionState status={status} />}
      actions={
        <>
          {may.review && <NextStep href={routes.reviewOf(submissionId)} label="Review" />}
          <NextStep href={routes.newDraft({ copy: submissionId })} label="Copy to new draft" />
          {may.revise && <NextStep href={routes.newDraft({ revise: submissionId })} label="Revise" />}
          {may.withdraw && <WithdrawButton submissionId={submissionId} />}
          {may.run && (
            <Button loading={run.isPending} onClick={() => run.mutate(text)}>
              Run
            </Button>
          )}
        </>
      }
    >
      <RunError error={run.error} />
      <Grid gap={{ base: "lg", md: 48 }}>
        <Grid.Col span={{ base: 12, md: 7.5 }}>
          <AuthorNote note={note} />
          <Content request={request} options={options} findings={findings} />
          <Panel title="JSON" aside={<CopyButton text={json} what="JSON" />}>
            <details>
              <summary>Request body for the API</summary>
              <CodeBlock text={json} what="request" label="Request as JSON" />
            </details>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4.5 }}>
          <VerdictList {...reviewed} />
          <FindingsList findings={findings} />
          <GuidelinePanel guideline={context.guideline} />
          <History {...reviewed} />
          <ReviewState {...reviewed} />
          <AboutSubmission {...reviewed} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function WithdrawButton({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const [asking, { open, close }] = useDisclosure();
  const withdraw = useMutation(trpc.submissions.withdraw.mutationOptions({ onSuccess: close }));
  return (
    <>
      <Button variant="default" onClick={open}>
        Withdraw
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Withdraw submission"
        action="Withdraw"
        destructive
        state={withdraw}
        failure="The submission was not withdrawn"
        onConfirm={() => withdraw.mutate({ submissionId })}
        onClose={close}
      >
        <p>Reviewers can no longer decide on this submission. You can submit the same content again.</p>
      </ConfirmDialog>
    </>
  );
}
