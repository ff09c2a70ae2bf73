"use client";

import { Checkbox } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

export function MailSetting({ active }: { readonly active: boolean }) {
  const trpc = useTRPC();
  const change = useMutation(trpc.members.setMailNotices.mutationOptions());
  return (
    <>
      <ErrorAlert title="The setting was not saved" error={change.error} />
      <Checkbox
        label="Send me notices by e-mail"
        description="Decisions on your submissions, outcomes and notes of your questions, and submissions assigned to you. A mail has the question’s title and a link."
        checked={change.isPending ? change.variables.active : active}
        onChange={({ currentTarget: { checked } }) => change.mutate({ active: checked })}
      />
    </>
  );
}
