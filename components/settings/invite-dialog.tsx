"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Alert } from "#components/ui/alert.tsx";
import styles from "#components/ui/form.module.css";
import { FormActions } from "#components/ui/form-actions.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { emailAddress } from "#lib/console/account-rules.ts";
import { RoleSelect } from "./role-select.tsx";
import { useAfterChange } from "./use-after-change.ts";

const schema = z.object({ email: emailAddress, role: z.enum(["researcher", "reviewer", "admin"]) });

interface InviteFormProps {
  readonly onMade: (made: Outputs["members"]["invite"]) => void;
  readonly onCancel: () => void;
}

/** Whom to invite, and as what. */
export function InviteForm({ onMade, onCancel }: InviteFormProps) {
  const trpc = useTRPC();
  const afterChange = useAfterChange();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: "", role: "researcher" as const },
  });
  const invite = useMutation(
    trpc.members.invite.mutationOptions({
      onSuccess: async (made) => {
        onMade(made);
        await afterChange();
      },
    }),
  );
  return (
    <form className={styles.form} onSubmit={handleSubmit((given) => invite.mutate(given))} noValidate>
      {invite.isError && (
        <Alert title="Nobody was invited" tone="bad" live>
          {invite.error.message}
        </Alert>
      )}
      <TextInput
        label="E-mail"
        description="With this address they sign in. The gateway sends no mail: you pass the link on."
        type="email"
        autoComplete="off"
        data-autofocus
        error={formState.errors.email?.message}
        {...register("email")}
      />
      <RoleSelect {...register("role")} />
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={invite.isPending}>
          Make the link
        </Button>
      </FormActions>
    </form>
  );
}
