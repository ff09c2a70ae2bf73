"use client";

import { useSessionStorage } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { unsentKey } from "#components/ui/unsent-key.ts";
import { useKeys } from "#components/ui/use-keys.ts";
import { CHECKS, toggleCheck, type Verdict } from "#lib/domain/reviews.ts";
import { DecisionForm, decisionOf, EMPTY } from "./decision-form.tsx";

interface DecisionPanelProps {
  readonly submission: Outputs["submissions"]["get"];
  /** Null if there is no guideline. */
  readonly guidelineDigest: string | null;
  readonly memberId: string;
  readonly maxDays: number | null;
  readonly onDecided: () => void;
}

/** Sends the digests of the task, input and guideline that the reviewer saw; a decision on other texts is refused. */
export function DecisionPanel({ submission, guidelineDigest, memberId, maxDays, onDecided }: DecisionPanelProps) {
  const trpc = useTRPC();
  const { submissionId, taskId, inputId } = submission;
  // The unsent decision is stored per member and submission. It survives a reload or a visit to another submission.
  const [draft, setDraft, forget] = useSessionStorage({
    key: unsentKey("verdicts", memberId, submissionId),
    defaultValue: EMPTY,
  });
  const checks = useRef<HTMLFieldSetElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const decide = useMutation(
    trpc.reviews.decide.mutationOptions({
      onSuccess() {
        forget();
        onDecided();
      },
    }),
  );

  function choose(verdict: Verdict) {
    setDraft((before) => ({ ...before, binding: verdict, quality: verdict }));
    if (verdict === "approve") checks.current?.querySelector("input")?.focus();
    else note.current?.focus();
  }

  useKeys({
    a: () => choose("approve"),
    c: () => choose("changes"),
    x: () => choose("reject"),
    n: () => note.current?.focus(),
    ...Object.fromEntries(
      CHECKS.map(({ name }, index) => [String(index + 1), () => setDraft((before) => toggleCheck(before, name))]),
    ),
  });

  function send() {
    const decision = decisionOf(draft);
    if (decision === undefined) return;
    decide.mutate({ submissionId, seen: { taskId, inputId, guidelineDigest }, ...decision });
  }

  return (
    <Panel title="Your verdicts">
      <DecisionForm
        draft={draft}
        onChange={setDraft}
        onDecide={send}
        pending={decide.isPending}
        error={decide.error}
        maxDays={maxDays}
        checks={checks}
        note={note}
      />
    </Panel>
  );
}
