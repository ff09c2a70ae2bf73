"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import styles from "#components/ui/form.module.css";
import { FormActions } from "#components/ui/form-actions.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { Credential } from "./credential-state.ts";

const OVERLAPS = [
  { value: "0", label: "not at all: it ends now" },
  { value: "3600", label: "for 1 hour" },
  { value: "86400", label: "for 1 day" },
  { value: "604800", label: "for 7 days" },
  { value: "2592000", label: "for 30 days" },
];

interface RotateFormProps {
  readonly credential: Credential;
  readonly onRotated: (key: string) => void;
  readonly onCancel: () => void;
}

/** A new key for the same credential; the old one goes on for a while, so that the backend can change over. */
export function RotateForm({ credential, onRotated, onCancel }: RotateFormProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState("3600");
  const rotate = useMutation(
    trpc.credentials.rotate.mutationOptions({
      onSuccess: async ({ key }) => {
        onRotated(key);
        await queryClient.invalidateQueries(trpc.credentials.pathFilter());
      },
    }),
  );
  const { credentialId, name } = credential;
  return (
    <div className={styles.form}>
      {rotate.isError && (
        <Alert title="The key was not rotated" tone="bad" live>
          {rotate.error.message}
        </Alert>
      )}
      <p>
        <strong>{name}</strong> gets a new key, which you will see once.
      </p>
      <NativeSelect
        label="The key in use stays valid"
        data={OVERLAPS}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
        data-autofocus
      />
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          loading={rotate.isPending}
          onClick={() => rotate.mutate({ credentialId, overlapSeconds: Number(overlap) })}
        >
          Rotate
        </Button>
      </FormActions>
    </div>
  );
}
