"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { TextInput } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { credentialName, ratePerMinute } from "#lib/domain/fields.ts";
import type { Credential } from "./credential-state.ts";

const schema = z.object({
  name: credentialName,
  ratePerMinute: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === "" ? undefined : Number(text))),
    ),
    z.optional(ratePerMinute),
  ),
  expiresOn: z.union([z.literal(""), z.iso.date("Enter a date or leave the field empty.")]),
});

export interface CredentialValues {
  readonly name: string;
  readonly ratePerMinute?: number | undefined;
  readonly expiresAt: string | undefined;
}

interface CredentialFormProps {
  readonly credential?: Credential;
  readonly title: string;
  readonly action: string;
  readonly failure: string;
  readonly state: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  readonly onSubmit: (values: CredentialValues) => void;
  readonly onClose: () => void;
}

export function CredentialForm({ credential, onSubmit, ...dialog }: CredentialFormProps) {
  const expiresAt = credential?.expiresAt ?? undefined;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      name: credential?.name ?? "",
      ratePerMinute: credential?.hasDefaultLimit === false ? String(credential.ratePerMinute) : "",
      expiresOn: expiresAt?.slice(0, 10) ?? "",
    },
  });
  const { errors } = formState;
  const submit = handleSubmit(({ expiresOn, ...values }) => {
    // The stored expiry may have a time of day, which the date field does not show. It changes only with the date.
    const kept = expiresOn === expiresAt?.slice(0, 10) ? expiresAt : `${expiresOn}T00:00:00Z`;
    onSubmit({ ...values, expiresAt: expiresOn === "" ? undefined : kept });
  });
  return (
    <ConfirmDialog {...dialog} onConfirm={submit}>
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
        label="Expiry date (UTC)"
        description="The key stops working at 00:00 UTC on this date. Leave empty for a key that does not expire."
        type="date"
        error={errors.expiresOn?.message}
        {...register("expiresOn")}
      />
    </ConfirmDialog>
  );
}
