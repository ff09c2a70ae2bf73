"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

export function WithdrawButton({ submissionId }: { readonly submissionId: string }) {
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
