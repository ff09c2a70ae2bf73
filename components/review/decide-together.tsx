"use client";

import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { EachDialog } from "#components/ui/each-dialog.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useEach } from "#components/ui/use-each.ts";
import { routes } from "#lib/console/routes.ts";
import type { EnteredDecision, Verdict } from "#lib/domain/reviews.ts";

import { DecisionForm, decisionOf, EMPTY } from "./decision-form.tsx";
import type { Queued } from "./queue-screen.tsx";
import { nameSelection } from "./selection.ts";

interface DecideTogetherProps {
  readonly submissions: readonly Queued[];
  /** Verdict that a keyboard shortcut preselected. */
  readonly verdict: Verdict | undefined;
  readonly maxDays: number | null;
  readonly onClose: () => void;
}

/** Applies one pair of verdicts to several submissions. Each decision has its own audit event, with their number. */
export function DecideTogether({ submissions, verdict, maxDays, onClose }: DecideTogetherProps) {
  const trpc = useTRPC();
  const { mutateAsync } = useMutation(trpc.reviews.decide.mutationOptions());
  const [draft, setDraft] = useState<EnteredDecision>({ ...EMPTY, binding: verdict, quality: verdict });
  const each = useEach<Queued, Queued["status"]>(submissions);

  async function decideEach() {
    const decision = decisionOf(draft);
    if (decision === undefined) return;
    await each.run(async ({ submissionId, taskId, inputId }) => {
      const together = each.items.length > 1 ? each.items.length : undefined;
      const { status } = await mutateAsync({ submissionId, seen: { taskId, inputId }, ...decision, together });
      return status;
    });
  }

  return (
    <EachDialog
      title={`Decide on ${nameSelection(each.items)}`}
      what="submission"
      each={each}
      keyOf={({ submissionId }) => submissionId}
      show={({ submissionId, question, options, asOf, resolvesAt }) => (
        <>
          <Link href={routes.submission(submissionId)} target="_blank">
            <ForeignText text={question} />
          </Link>{" "}
          <Text span c="dimmed" size="xs">
            <ForeignText text={options.join(" · ")} />; resolves <TimeText exact at={resolvesAt} />; information cutoff{" "}
            <TimeText exact at={asOf} />
          </Text>
        </>
      )}
      showResult={(status) => <SubmissionState status={status} />}
      onClose={onClose}
    >
      <p>
        Read each submission first. The verdicts and the checklist are recorded for each submission. The audit log says
        how many were decided together.
      </p>
      <DecisionForm
        draft={draft}
        onChange={setDraft}
        onDecide={() => void decideEach()}
        pending={each.running}
        error={null}
        maxDays={maxDays}
      />
    </EachDialog>
  );
}
