"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Alert } from "#components/ui/alert.tsx";
import { NewPasswordInput } from "#components/ui/new-password-input.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { newPassword } from "#lib/console/account-rules.ts";
import styles from "./account.module.css";

const schema = z.object({ current: z.string().min(1, "Enter the password that you have now."), next: newPassword });

/** A new password, for the old one. */
export function PasswordForm({ email }: { readonly email: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { current: "", next: "" },
  });
  const { errors } = formState;
  const change = useMutation(
    trpc.members.changePassword.mutationOptions({
      onSuccess: async () => {
        reset();
        await queryClient.invalidateQueries(trpc.members.sessions.pathFilter());
      },
    }),
  );
  return (
    <form className={styles.form} onSubmit={handleSubmit((given) => change.mutate(given))} noValidate>
      {change.isError && (
        <Alert title="Your password was not changed" tone="bad" live>
          {change.error.message}
        </Alert>
      )}
      {change.isSuccess && (
        <Alert title="Your password is changed" live>
          Your other sessions have ended.
        </Alert>
      )}
      {/* For the browser's keeper of passwords: whose it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...register("current")}
      />
      <NewPasswordInput label="New password" error={errors.next?.message} {...register("next")} />
      <Button type="submit" variant="default" loading={change.isPending}>
        Change the password
      </Button>
    </form>
  );
}
