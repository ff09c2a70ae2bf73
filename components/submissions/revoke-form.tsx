"use client";

import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import styles from "#components/ui/form.module.css";
import { FormActions } from "#components/ui/form-actions.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { Revocable } from "./review-state.tsx";

interface RevokeFormProps {
  readonly kind: Revocable;
  readonly submission: Outputs["submissions"]["get"];
  readonly onDone: () => void;
}

const EFFECTS = {
  binding: "Every request with this task is refused from now on, whatever its input: TASK_NOT_SUPPORTED.",
  approval: "Requests with this input are refused from now on: INPUT_QUALITY_UNVERIFIED.",
};

/** Asks for a reason before a binding or an approval ends. */
export function RevokeForm({ kind, submission, onDone }: RevokeFormProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const revoke = useMutation(
    trpc.reviews.revoke.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.reviews.pathFilter());
        onDone();
      },
    }),
  );
  const { taskId, inputId } = submission;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        revoke.mutate({ kind, taskId, inputId: kind === "approval" ? inputId : undefined, reason });
      }}
    >
      {revoke.isError && (
        <Alert title="It was not revoked" tone="bad" live>
          {revoke.error.message}
        </Alert>
      )}
      <p>{EFFECTS[kind]} It can be granted anew by a new review.</p>
      <Textarea
        label="Reason"
        description="It is recorded with your name."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={8000}
        autosize
        minRows={3}
        required
        data-autofocus
      />
      <FormActions>
        <Button variant="default" onClick={onDone}>
          Keep it
        </Button>
        <Button type="submit" color="red.8" loading={revoke.isPending} disabled={reason.trim() === ""}>
          Revoke
        </Button>
      </FormActions>
    </form>
  );
}
