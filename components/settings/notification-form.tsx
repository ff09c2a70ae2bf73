"use client";

import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { MAIL_SCHEDULES, type MailSchedule } from "#lib/domain/waiting.ts";

interface NotificationFormProps {
  readonly chosen: Outputs["members"]["notifications"];
  readonly isReviewer: boolean;
}

/** Saves each choice at once. */
export function NotificationForm({ chosen, isReviewer }: NotificationFormProps) {
  const trpc = useTRPC();
  const change = useMutation(trpc.members.setNotifications.mutationOptions());
  const { awayUntil } = chosen;
  const mail = (change.isPending && change.variables.mail) || chosen.mail;
  return (
    <Stack gap="md">
      <ErrorAlert title="The setting was not saved" error={change.error} />
      {mail !== null && (
        <NativeSelect
          label="E-mail"
          description="E-mails tell you what waits for you, such as submissions to review and due outcomes, and of changes to your submissions and questions. They contain question titles and links."
          value={mail}
          onChange={({ currentTarget: { value } }) => change.mutate({ mail: value as MailSchedule })}
          data={Object.entries(MAIL_SCHEDULES).map(([value, label]) => ({ value, label }))}
          maw={320}
        />
      )}
      {isReviewer && (
        <TextInput
          label="Away until (UTC)"
          description="Until 00:00 UTC on this date, you are not told of what waits for your review. If no reviewer on duty may decide on a submission, the administrators are told of it."
          type="date"
          key={awayUntil}
          defaultValue={awayUntil?.slice(0, 10) ?? ""}
          onBlur={({ currentTarget: { value } }) => {
            if (value === (awayUntil?.slice(0, 10) ?? "")) return;
            change.mutate({ awayUntil: value === "" ? null : `${value}T00:00:00Z` });
          }}
          maw={320}
        />
      )}
    </Stack>
  );
}
