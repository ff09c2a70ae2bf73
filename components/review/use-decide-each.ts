"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTRPC } from "#components/ui/trpc.ts";
import type { EnteredDecision } from "#lib/console/reviews.ts";
import type { Queued } from "./queue-screen.tsx";

/** What became of one submission: its new status, or why the decision was refused. */
export type Outcome =
  | { readonly ok: true; readonly submission: Queued; readonly status: Queued["status"] }
  | { readonly ok: false; readonly submission: Queued; readonly reason: string };

/**
 * One pair of verdicts for each of several submissions, one after the other: each is a decision of its own with its own
 * event, and a refused one does not hold up the others.
 */
export function useDecideEach(submissions: readonly Queued[]) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(trpc.reviews.decide.mutationOptions());
  // As they were chosen: those that are decided leave the queue meanwhile.
  const [chosen] = useState(submissions);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);

  async function decideOne(
    submission: Queued,
    { binding, quality, checklist, note }: EnteredDecision,
  ): Promise<Outcome> {
    const { submissionId, taskId, inputId } = submission;
    if (binding === undefined || quality === undefined) throw new Error("a decision takes both verdicts");
    try {
      const seen = { taskId, inputId };
      const { status } = await mutateAsync({ submissionId, seen, binding, quality, checklist, note });
      return { ok: true, submission, status };
    } catch (error) {
      return { ok: false, submission, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async function decideEach(draft: EnteredDecision): Promise<void> {
    setRunning(true);
    for (const submission of chosen) {
      if (stopped.current) break;
      const outcome = await decideOne(submission, draft);
      setOutcomes((before) => [...before, outcome]);
    }
    setRunning(false);
    await queryClient.invalidateQueries(trpc.reviews.pathFilter());
  }

  function stop(): void {
    stopped.current = true;
  }

  return { chosen, outcomes, running, decideEach, stop };
}
