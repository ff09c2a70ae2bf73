"use client";

import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { MAX_NAME } from "#lib/domain/limits.ts";

export function NameForm({ name }: { readonly name: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [entered, setEntered] = useState(name);
  // The page shell also shows the name. The server renders the shell, so the page must be refreshed.
  const rename = useMutation(trpc.members.rename.mutationOptions({ onSuccess: () => router.refresh() }));
  return (
    <form action={() => rename.mutate({ name: entered })}>
      <Stack gap="sm" maw={400}>
        <ErrorAlert title="Your name was not changed" error={rename.error} />
        {rename.isSuccess && <Alert title="Your name was changed" role="status" />}
        <TextInput
          label="Your name"
          description="Past events in the audit log keep your old name."
          autoComplete="name"
          maxLength={MAX_NAME}
          value={entered}
          onChange={({ currentTarget }) => setEntered(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          style={{ alignSelf: "start" }}
          loading={rename.isPending}
          disabled={entered.trim() === "" || entered.trim() === name}
        >
          Save name
        </Button>
      </Stack>
    </form>
  );
}
