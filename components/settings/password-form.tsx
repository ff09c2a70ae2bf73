"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Alert, Button, PasswordInput, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod/mini";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { NewPasswordInput } from "#components/ui/new-password-input.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { newPassword } from "#lib/console/fields.ts";

const schema = z.object({
  current: z.string().check(z.minLength(1, "Enter your current password.")),
  next: newPassword,
});

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
    <form onSubmit={handleSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="sm" maw={400}>
        <ErrorAlert title="Your password was not changed" error={change.error} />
        {change.isSuccess && (
          <Alert title="Your password was changed" role="status">
            Your other sessions have ended.
          </Alert>
        )}
        {/* For the browser's password manager: whose it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          error={errors.current?.message}
          {...register("current")}
        />
        <NewPasswordInput label="New password" error={errors.next?.message} {...register("next")} />
        <Button type="submit" variant="default" style={{ alignSelf: "start" }} loading={change.isPending}>
          Change the password
        </Button>
      </Stack>
    </form>
  );
}
