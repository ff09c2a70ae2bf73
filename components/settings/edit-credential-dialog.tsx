"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/trpc.ts";
import { CredentialForm } from "./credential-form.tsx";
import type { Credential } from "./credential-state.ts";

interface EditCredentialDialogProps {
  readonly credential: Credential;
  readonly onClose: () => void;
}

/** Edits the name, rate limit and expiry of a credential. The key that backends send does not change. */
export function EditCredentialDialog({ credential, onClose }: EditCredentialDialogProps) {
  const trpc = useTRPC();
  const change = useMutation(trpc.credentials.change.mutationOptions({ onSuccess: onClose }));
  const { credentialId } = credential;
  return (
    <CredentialForm
      credential={credential}
      title="Edit API key"
      action="Save"
      state={change}
      failure="The API key was not changed"
      onSubmit={({ name, ratePerMinute = null, expiresAt = null }) =>
        change.mutate({ credentialId, name, ratePerMinute, expiresAt })
      }
      onClose={onClose}
    />
  );
}
