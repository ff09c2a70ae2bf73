"use client";

import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { Grant } from "#lib/domain/reviews.ts";
import type { Reviewed } from "./reviewed.ts";

/**
 * Shows whether the binding and the approval are active, and when they expire. Reviewers and administrators can revoke
 * each of them.
 */
export function ReviewState({ submission, context: { reviewState } }: Reviewed) {
  const [revoking, setRevoking] = useState<Grant>();
  const rows = [
    { kind: "binding", active: reviewState.bound, until: reviewState.boundUntil, label: "Question approved" },
    { kind: "approval", active: reviewState.approved, until: reviewState.approvedUntil, label: "Evidence approved" },
  ] as const;
  return (
    <Panel title="Active approvals">
      {rows.map(({ kind, active, until, label }) => (
        <Group key={kind} justify="space-between" gap="xs" py={4}>
          <span>
            {label}: <StatusBadge tone={active ? "good" : "off"}>{active ? "yes" : "no"}</StatusBadge>
            {until !== null && (
              <>
                , {active ? "expires" : "expired"} <TimeText exact at={until} />
              </>
            )}
          </span>
          {active && submission.may.revoke && (
            <Button variant="default" size="compact-xs" onClick={() => setRevoking(kind)}>
              Revoke {kind}
            </Button>
          )}
        </Group>
      ))}
      {revoking !== undefined && (
        <RevokeDialog kind={revoking} submission={submission} onClose={() => setRevoking(undefined)} />
      )}
    </Panel>
  );
}

const EFFECTS: Readonly<Record<Grant, string>> = {
  binding:
    "All requests with this task will be refused with TASK_NOT_SUPPORTED. To approve the task again, a new review is needed.",
  approval:
    "All requests with this input will be refused with INPUT_QUALITY_UNVERIFIED. To approve the input again, a new review is needed.",
};

interface RevokeDialogProps extends Pick<Reviewed, "submission"> {
  readonly kind: Grant;
  readonly onClose: () => void;
}

function RevokeDialog({ kind, submission: { taskId, inputId }, onClose }: RevokeDialogProps) {
  const trpc = useTRPC();
  const [reason, setReason] = useState("");
  const revoke = useMutation(trpc.reviews.revoke.mutationOptions({ onSuccess: onClose }));
  return (
    <ConfirmDialog
      title={`Revoke ${kind}`}
      action="Revoke"
      destructive
      disabled={reason.trim() === ""}
      state={revoke}
      failure={`The ${kind} was not revoked`}
      onConfirm={() => revoke.mutate({ kind, taskId, inputId: kind === "approval" ? inputId : undefined, reason })}
      onClose={onClose}
    >
      <p>{EFFECTS[kind]}</p>
      <NoteField
        label="Reason"
        description="The reason is recorded with your name."
        value={reason}
        onChange={setReason}
        minRows={3}
        required
        data-autofocus
      />
    </ConfirmDialog>
  );
}
