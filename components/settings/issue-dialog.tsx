"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { credentialName, ratePerMinute } from "#lib/console/fields.ts";

const schema = z.object({
  name: credentialName,
  ratePerMinute: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === "" ? undefined : Number(text))),
    ),
    z.optional(ratePerMinute),
  ),
  expiresOn: z.union([z.literal(""), z.iso.date("Choose a day, or leave it empty.")]),
});

interface IssueDialogProps {
  readonly onIssued: (key: string) => void;
  readonly onClose: () => void;
}

/** Name, limit and expiry of a new credential. */
export function IssueDialog({ onIssued, onClose }: IssueDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: "", ratePerMinute: "", expiresOn: "" },
  });
  const { errors } = formState;
  const issue = useMutation(
    trpc.credentials.issue.mutationOptions({
      onSuccess: async ({ key }) => {
        onIssued(key);
        await queryClient.invalidateQueries(trpc.credentials.pathFilter());
      },
    }),
  );
  const submit = handleSubmit(({ name, ratePerMinute, expiresOn }) =>
    issue.mutate({
      name,
      ratePerMinute,
      expiresAt: expiresOn === "" ? undefined : `${expiresOn}T00:00:00Z`,
    }),
  );
  return (
    <ConfirmDialog
      title="Issue an API key"
      action="Issue"
      state={issue}
      failure="No API key was issued"
      onConfirm={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="The backend that uses it. The audit log names it with every call."
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register("name")}
      />
      <TextInput
        label="Requests per minute"
        description="Empty: the deployment’s default."
        inputMode="numeric"
        autoComplete="off"
        error={errors.ratePerMinute?.message}
        {...register("ratePerMinute")}
      />
      <TextInput
        label="Expires at the start of (UTC day)"
        description="Empty: valid until revoked."
        type="date"
        error={errors.expiresOn?.message}
        {...register("expiresOn")}
      />
    </ConfirmDialog>
  );
}
