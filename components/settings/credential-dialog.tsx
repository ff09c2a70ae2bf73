"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { credentialName, monthlyTokens, ratePerMinute } from "#lib/domain/fields.ts";
import { SURFACE_LABELS, SURFACES } from "#lib/domain/surfaces.ts";
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

const numberOrEmpty = z.pipe(
  z.string(),
  z.transform((text) => (text.trim() === "" ? undefined : Number(text))),
);

const schema = z.object({
  name: credentialName,
  ratePerMinute: z.pipe(numberOrEmpty, z.optional(ratePerMinute)),
  monthlyTokens: z.pipe(numberOrEmpty, z.optional(monthlyTokens)),
  limitedTo: z.union([z.literal(""), z.enum(SURFACES)]),
  expiresOn: z.union([z.literal(""), z.iso.date("Enter a date or leave the field empty.")]),
});

const LIMITS = SURFACES.map((value) => ({ label: `${SURFACE_LABELS[value]} only`, value }));

interface CredentialFormProps {
  /** The credential to edit. If omitted, a new one is issued. The key that backends send does not change. */
  readonly credential?: Credential;
  readonly onKey: (key: string) => void;
  readonly onClose: () => void;
}

/** Edits the name, rate limit, token budget and expiry of a credential. */
function CredentialForm({ credential, onKey, onClose }: CredentialFormProps) {
  const trpc = useTRPC();
  const issue = useMutation(trpc.credentials.issue.mutationOptions({ onSuccess: ({ key }) => onKey(key) }));
  const change = useMutation(trpc.credentials.change.mutationOptions({ onSuccess: onClose }));
  const stored = credential?.expiresAt ?? undefined;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      name: credential?.name ?? "",
      ratePerMinute: credential?.hasDefaultLimit === false ? String(credential.ratePerMinute) : "",
      monthlyTokens: String(credential?.tokens.limit ?? ""),
      limitedTo: "" as const,
      expiresOn: stored?.slice(0, 10) ?? "",
    },
  });
  const { errors } = formState;
  const submit = handleSubmit(({ expiresOn, limitedTo, ...fields }) => {
    // The stored expiry may have a time of day, which the date field does not show. It changes only with the date.
    const chosen = expiresOn === stored?.slice(0, 10) ? stored : `${expiresOn}T00:00:00Z`;
    const expiresAt = expiresOn === "" ? undefined : chosen;
    if (credential === undefined) return issue.mutate({ ...fields, limitedTo: limitedTo || undefined, expiresAt });
    const { credentialId } = credential;
    const { name, ratePerMinute = null, monthlyTokens = null } = fields;
    change.mutate({ credentialId, name, ratePerMinute, monthlyTokens, expiresAt: expiresAt ?? null });
  });
  const dialog =
    credential === undefined
      ? { title: "Issue API key", action: "Issue", state: issue, failure: "No API key was issued" }
      : { title: "Edit API key", action: "Save", state: change, failure: "The API key was not changed" };
  return (
    <ConfirmDialog {...dialog} onConfirm={submit} onClose={onClose}>
      <TextInput
        label="Name"
        description="Name of the backend that uses the key. The audit log shows this name with every request."
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register("name")}
      />
      <TextInput
        label="Requests per minute"
        description="Leave empty to use the default limit of this deployment."
        inputMode="numeric"
        autoComplete="off"
        error={errors.ratePerMinute?.message}
        {...register("ratePerMinute")}
      />
      <TextInput
        label="Tokens per month"
        description="Budget of input and output tokens of a language model per month (UTC). Leave empty for no budget."
        inputMode="numeric"
        autoComplete="off"
        error={errors.monthlyTokens?.message}
        {...register("monthlyTokens")}
      />
      <TextInput
        label="Expiry date (UTC)"
        description="The key stops working at 00:00 UTC on this date. Leave empty for a key that does not expire."
        type="date"
        error={errors.expiresOn?.message}
        {...register("expiresOn")}
      />
      {credential === undefined && (
        <NativeSelect
          label="API surface"
          description="MCP is for agents. The limit cannot be changed later."
          data={[{ label: "REST and MCP", value: "" }, ...LIMITS]}
          {...register("limitedTo")}
        />
      )}
    </ConfirmDialog>
  );
}
