"use client";

import { Alert, Button, PasswordInput, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { lazyResolver } from "#components/ui/lazy-resolver.ts";
import { useTRPC } from "#components/ui/trpc.ts";
import { MIN_PASSWORD } from "#lib/domain/limits.ts";

const resolver = lazyResolver(async () => (await import("#lib/domain/fields.ts")).passwordForm);

export function PasswordForm({ email }: { readonly email: string }) {
  const trpc = useTRPC();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver,
    defaultValues: { current: "", next: "" },
  });
  const { errors } = formState;
  const change = useMutation(trpc.members.changePassword.mutationOptions({ onSuccess: () => reset() }));
  return (
    <form onSubmit={handleSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="sm" maw={400}>
        <ErrorAlert title="Your password was not changed" error={change.error} />
        {change.isSuccess && (
          <Alert title="Your password was changed" role="status">
            Your other sessions have ended. Unused links for you or from you no longer work.
          </Alert>
        )}
        {/* Tells the browser's password manager which account this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoFocus
          autoComplete="current-password"
          error={errors.current?.message}
          {...register("current")}
        />
        <PasswordInput
          label="New password"
          description={`At least ${MIN_PASSWORD} characters. Tip: use a few unrelated words.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
          error={errors.next?.message}
          {...register("next")}
        />
        <Button type="submit" variant="default" style={{ alignSelf: "start" }} loading={change.isPending}>
          Save new password
        </Button>
      </Stack>
    </form>
  );
}
