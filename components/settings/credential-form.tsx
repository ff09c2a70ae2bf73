"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { credentialName, monthlyTokens, ratePerMinute } from "#lib/domain/fields.ts";
import { SURFACE_LABELS, SURFACES } from "#lib/domain/surfaces.ts";
import type { Credential } from "./credential-state.ts";

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
export function CredentialForm({ credential, onKey, onClose }: CredentialFormProps) {
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
