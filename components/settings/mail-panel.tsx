"use client";

import { Checkbox } from "@mantine/core";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

/** Whether one gets notices by e-mail. Nothing where the deployment sends none. */
export function MailPanel() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: active } = useSuspenseQuery(trpc.members.mailNotices.queryOptions());
  const change = useMutation(
    trpc.members.setMailNotices.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.members.mailNotices.pathFilter()),
    }),
  );
  if (active === null) return null;
  return (
    <Panel title="E-mail">
      <ErrorAlert title="The setting was not saved" error={change.error} />
      <Checkbox
        label="Send me notices by e-mail"
        description="Decisions on your submissions, outcomes and notes of your questions, and submissions assigned to you. A mail has the question’s title and a link."
        checked={change.isPending ? change.variables.active : active}
        onChange={({ currentTarget: { checked } }) => change.mutate({ active: checked })}
      />
    </Panel>
  );
}
