"use client";

import { Button, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { FormActions } from "#components/ui/form-actions.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import styles from "./composer.module.css";

interface ComposeActionsProps {
  readonly draftId: string;
  readonly isSending: boolean;
  readonly onSubmit: () => void;
  readonly onDiscarded: () => void;
  readonly isRunning: boolean;
  /** Undefined while the API would not answer with a forecast. */
  readonly onRun: (() => void) | undefined;
}

/** What becomes of the draft. */
export function ComposeActions(props: ComposeActionsProps) {
  const { draftId, isSending, onSubmit, onDiscarded, isRunning, onRun } = props;
  const trpc = useTRPC();
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  const discard = useMutation(
    trpc.drafts.discard.mutationOptions({
      onSuccess() {
        onDiscarded();
        router.push(routes.compose);
      },
    }),
  );
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsks(true)}>
        Discard
      </Button>
      <Button size="xs" variant={onRun === undefined ? "filled" : "default"} loading={isSending} onClick={onSubmit}>
        Submit for review
      </Button>
      {onRun !== undefined && (
        <Button size="xs" loading={isRunning} onClick={onRun}>
          Run
        </Button>
      )}
      <Modal
        opened={asks}
        onClose={() => setAsks(false)}
        title="Discard this draft?"
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 0 }}
      >
        <div className={styles.fields}>
          <p>What was written here is gone then, in every tab.</p>
          {discard.isError && (
            <Alert title="It was not discarded" tone="bad" live>
              {discard.error.message}
            </Alert>
          )}
          <FormActions>
            <Button variant="default" onClick={() => setAsks(false)} data-autofocus>
              Keep it
            </Button>
            <Button color="red" loading={discard.isPending} onClick={() => discard.mutate({ draftId })}>
              Discard
            </Button>
          </FormActions>
        </div>
      </Modal>
    </>
  );
}
