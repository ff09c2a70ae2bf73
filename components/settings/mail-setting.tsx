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
        label="Send me notifications by e-mail"
        description="You get an e-mail for decisions on your submissions, for outcomes and notes on your questions, and for submissions assigned to you. It contains the title of the question and a link."
        checked={change.isPending ? change.variables.active : active}
        onChange={({ currentTarget: { checked } }) => change.mutate({ active: checked })}
      />
    </>
  );
}
