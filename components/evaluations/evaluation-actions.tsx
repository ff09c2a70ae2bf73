"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { EvaluationAction } from "#lib/domain/evaluations.ts";

const ConfirmDialog = lazily(async () => (await import("#components/ui/confirm-dialog.tsx")).ConfirmDialog);

interface EvaluationActionsProps {
  readonly evaluationId: string;
  readonly actions: readonly EvaluationAction[];
}

const LABELS: Readonly<Record<EvaluationAction, string>> = {
  start: "Start evaluation",
  pause: "Pause evaluation",
  resume: "Resume evaluation",
  stop: "Cancel evaluation",
};

const EFFECTS: Readonly<Record<EvaluationAction, string>> = {
  start: "The model forecasts each case of the file in the background.",
  pause: "The model forecasts no further cases. Forecasts in progress are still recorded.",
  resume: "The model forecasts the cases that have no answer yet. No case is forecast twice.",
  stop: "The approval of the file ends. No further cases are forecast, and there is no report. This cannot be undone.",
};

export function EvaluationActions({ evaluationId, actions }: EvaluationActionsProps) {
  const trpc = useTRPC();
  const [asked, setAsked] = useState<EvaluationAction>();
  const act = useMutation(trpc.evaluations.act.mutationOptions({ onSuccess: () => setAsked(undefined) }));
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          variant={action === "start" || action === "resume" ? "filled" : "default"}
          onClick={() => {
            act.reset();
            setAsked(action);
          }}
        >
          {LABELS[action]}
        </Button>
      ))}
      {asked !== undefined && (
        <ConfirmDialog
          title={`${LABELS[asked]}?`}
          action={LABELS[asked]}
          destructive={asked === "stop"}
          state={act}
          onConfirm={() => act.mutate({ evaluationId, action: asked })}
          onClose={() => setAsked(undefined)}
        >
          <p>{EFFECTS[asked]}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
