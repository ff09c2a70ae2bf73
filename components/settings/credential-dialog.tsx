"use client";

import { NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { CredentialForm } from "./credential-form.tsx";
import type { Credential } from "./credential-state.ts";
import { ShownOnce } from "./shown-once.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

export type PendingAction =
  | { readonly what: "issue" }
  | { readonly what: "channel" }
  | { readonly what: "edit" | "webhook" | "rotate" | "revoke"; readonly credential: Credential };

interface CredentialDialogProps {
  readonly pending: PendingAction;
  readonly onClose: () => void;
}

/** Shows the form or confirmation first. If the action creates a key, the dialog then shows the key. */
export function CredentialDialog({ pending, onClose }: CredentialDialogProps) {
  const [key, setKey] = useState<string>();
  if (key !== undefined) {
    return (
      <ShownOnce title="New API key" what="key" value={key} onDone={onClose}>
        Copy the key now. It is shown only once. Backends send the key in the header{" "}
        <code>Authorization: Bearer …</code>. Never use the key in a browser.
      </ShownOnce>
    );
  }
  if (pending.what === "issue") return <CredentialForm onKey={setKey} onClose={onClose} />;
  if (pending.what === "channel") return <WebhookDialog onClose={onClose} />;
  if (pending.what === "edit")
    return <CredentialForm credential={pending.credential} onKey={setKey} onClose={onClose} />;
  if (pending.what === "webhook") return <WebhookDialog credential={pending.credential} onClose={onClose} />;
  const Dialog = pending.what === "rotate" ? RotateDialog : RevokeDialog;
  return <Dialog credential={pending.credential} onKey={setKey} onClose={onClose} />;
}

interface DialogProps {
  readonly credential: Credential;
  readonly onKey: (key: string) => void;
  readonly onClose: () => void;
}

const OVERLAPS = [
  { value: "0", label: "no overlap: it stops working immediately" },
  { value: "3600", label: "for 1 hour" },
  { value: "86400", label: "for 1 day" },
  { value: "604800", label: "for 7 days" },
  { value: "2592000", label: "for 30 days" },
];

/** Issues a new key for the credential. The old key stays valid for the chosen time, so the backend can switch. */
function RotateDialog({ credential: { credentialId, name }, onKey, onClose }: DialogProps) {
  const trpc = useTRPC();
  const [overlap, setOverlap] = useState("3600");
  const rotate = useMutation(trpc.credentials.rotate.mutationOptions({ onSuccess: ({ key }) => onKey(key) }));
  return (
    <ConfirmDialog
      title="Rotate API key"
      action="Rotate"
      state={rotate}
      failure="The API key was not rotated"
      onConfirm={() => rotate.mutate({ credentialId, overlapSeconds: Number(overlap) })}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong> gets a new key, which is shown once.
      </p>
      <NativeSelect
        label="The current key stays valid"
        data={OVERLAPS}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  );
}

function RevokeDialog({ credential: { credentialId, name }, onClose }: DialogProps) {
  const trpc = useTRPC();
  const revoke = useMutation(trpc.credentials.revoke.mutationOptions({ onSuccess: onClose }));
  return (
    <ConfirmDialog
      title="Revoke API key"
      action="Revoke"
      destructive
      state={revoke}
      failure="The API key was not revoked"
      onConfirm={() => revoke.mutate({ credentialId })}
      onClose={onClose}
    >
      <p>
        The API key <strong>{name}</strong> stops working immediately. Requests with this key get{" "}
        <code>401 UNAUTHORIZED</code>. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
