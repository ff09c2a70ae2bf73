"use client";

import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { lazyResolver } from "#components/ui/lazy-resolver.ts";
import { useTRPC } from "#components/ui/trpc.ts";
import { MAX_NAME } from "#lib/domain/limits.ts";

const resolver = lazyResolver(async () => (await import("#lib/domain/fields.ts")).nameForm);

export function NameForm({ name }: { readonly name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { register, handleSubmit, formState } = useForm({ resolver, defaultValues: { name } });
  // The page shell also shows the name. The server renders the shell, so the page must be refreshed.
  const rename = useMutation(trpc.members.rename.mutationOptions({ onSuccess: () => router.refresh() }));
  return (
    <form onSubmit={handleSubmit((values) => rename.mutate(values))} noValidate>
      <Stack gap="sm" maw={400}>
        <ErrorAlert title="Your name was not changed" error={rename.error} />
        {rename.isSuccess && <Alert title="Your name was changed" role="status" />}
        <TextInput
          label="Your name"
          description="Past events in the audit log keep your old name."
          autoComplete="name"
          maxLength={MAX_NAME}
          error={formState.errors.name?.message}
          {...register("name")}
        />
        <Button type="submit" variant="default" style={{ alignSelf: "start" }} loading={rename.isPending}>
          Save name
        </Button>
      </Stack>
    </form>
  );
}
