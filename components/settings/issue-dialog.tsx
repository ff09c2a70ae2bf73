"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Alert } from "#components/ui/alert.tsx";
import styles from "#components/ui/form.module.css";
import { FormActions } from "#components/ui/form-actions.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

const schema = z.object({
  name: z.string().trim().min(1, "Name the backend that will use it.").max(100, "Use at most 100 characters."),
  ratePerMinute: z
    .string()
    .regex(/^$|^[1-9]\d{0,6}$/, "Enter a whole number from 1 to 9,999,999, or nothing for the default."),
  expiresOn: z.union([z.literal(""), z.iso.date("Choose a day, or none.")]),
});

interface IssueFormProps {
  readonly onIssued: (key: string) => void;
  readonly onCancel: () => void;
}

/** Name, limit and end of a new credential. */
export function IssueForm({ onIssued, onCancel }: IssueFormProps) {
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
      ratePerMinute: ratePerMinute === "" ? undefined : Number(ratePerMinute),
      expiresAt: expiresOn === "" ? undefined : `${expiresOn}T00:00:00Z`,
    }),
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {issue.isError && (
        <Alert title="No credential was issued" tone="bad" live>
          {issue.error.message}
        </Alert>
      )}
      <TextInput
        label="Name"
        description="Which backend uses it: it appears in the record of every call."
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register("name")}
      />
      <TextInput
        label="Requests a minute"
        description="Empty: the deployment’s default."
        inputMode="numeric"
        autoComplete="off"
        error={errors.ratePerMinute?.message}
        {...register("ratePerMinute")}
      />
      <TextInput
        label="Expires at the start of (UTC day)"
        description="Empty: it stays valid until it is revoked."
        type="date"
        error={errors.expiresOn?.message}
        {...register("expiresOn")}
      />
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={issue.isPending}>
          Issue
        </Button>
      </FormActions>
    </form>
  );
}
