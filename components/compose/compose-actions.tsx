"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";

const ConfirmDialog = dynamic(() => import("#components/ui/confirm-dialog.tsx").then((loaded) => loaded.ConfirmDialog));

interface ComposeActionsProps {
  readonly draftId: string;
  readonly isSending: boolean;
  readonly onSubmit: () => void;
  readonly onDiscarded: () => void;
  readonly isRunning: boolean;
  /** Undefined while the API would not answer with a forecast. */
  readonly onRun: (() => void) | undefined;
}

/** Submits, runs or discards the draft. */
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
      <Button variant="default" onClick={() => setAsks(true)}>
        Discard
      </Button>
      <Button variant={onRun === undefined ? "filled" : "default"} loading={isSending} onClick={onSubmit}>
        Submit for review
      </Button>
      {onRun !== undefined && (
        <Button loading={isRunning} onClick={onRun}>
          Run
        </Button>
      )}
      {asks && (
        <ConfirmDialog
          onClose={() => setAsks(false)}
          title="Discard this draft?"
          action="Discard"
          destructive
          state={discard}
          failure="The draft was not discarded"
          onConfirm={() => discard.mutate({ draftId })}
        >
          <p>The draft is deleted, in every tab.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
