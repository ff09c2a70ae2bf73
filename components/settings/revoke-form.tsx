"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert } from "#components/ui/alert.tsx";
import styles from "#components/ui/form.module.css";
import { FormActions } from "#components/ui/form-actions.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { Credential } from "./credential-state.ts";

/** Asks before a credential ends with all its keys. */
export function RevokeForm({ credential, onDone }: { readonly credential: Credential; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.credentials.revoke.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.credentials.pathFilter());
        onDone();
      },
    }),
  );
  const { credentialId, name } = credential;
  return (
    <div className={styles.form}>
      {revoke.isError && (
        <Alert title="It was not revoked" tone="bad" live>
          {revoke.error.message}
        </Alert>
      )}
      <p>
        All keys of <strong>{name}</strong> end at once, and its backend is answered with <code>401 UNAUTHORIZED</code>.
        This cannot be undone.
      </p>
      <FormActions>
        <Button variant="default" onClick={onDone} data-autofocus>
          Keep it
        </Button>
        <Button color="red.9" loading={revoke.isPending} onClick={() => revoke.mutate({ credentialId })}>
          Revoke
        </Button>
      </FormActions>
    </div>
  );
}
