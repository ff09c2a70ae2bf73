"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert } from "#components/ui/alert.tsx";
import styles from "#components/ui/form.module.css";
import { FormActions } from "#components/ui/form-actions.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

/** Takes one's own open submission back, after a question. */
export function WithdrawButton({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asking, { open, close }] = useDisclosure();
  const withdraw = useMutation(
    trpc.submissions.withdraw.mutationOptions({
      onSuccess: async () => {
        close();
        await Promise.all([
          queryClient.invalidateQueries(trpc.submissions.pathFilter()),
          queryClient.invalidateQueries(trpc.reviews.pathFilter()),
        ]);
      },
    }),
  );
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Withdraw
      </Button>
      <Modal
        opened={asking}
        onClose={close}
        title="Withdraw the submission"
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 0 }}
      >
        <div className={styles.form}>
          {withdraw.isError && (
            <Alert title="It was not withdrawn" tone="bad" live>
              {withdraw.error.message}
            </Alert>
          )}
          <p>No reviewer can decide on it any more. You can submit the same content again.</p>
          <FormActions>
            <Button variant="default" onClick={close} data-autofocus>
              Keep it
            </Button>
            <Button color="red.8" loading={withdraw.isPending} onClick={() => withdraw.mutate({ submissionId })}>
              Withdraw it
            </Button>
          </FormActions>
        </div>
      </Modal>
    </>
  );
}
