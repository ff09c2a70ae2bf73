"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Alert, Button, Group, Modal, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { DELIVERY_ERRORS, ORGANISATION, webhookForm } from "#lib/domain/webhooks.ts";
import type { Credential } from "./credential-state.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { ShownOnce } from "./shown-once.tsx";

interface WebhookDialogProps {
  /** Undefined for the webhook of the organisation. */
  readonly credential?: Credential;
  readonly onClose: () => void;
}

const READ_AGAIN_MS = 3_000;

const FORMATS = [
  { value: "signed", label: "Signed JSON (Standard Webhooks)" },
  { value: "slack", label: "Slack (incoming webhook)" },
];

export function WebhookDialog({ credential, onClose }: WebhookDialogProps) {
  const trpc = useTRPC();
  const owner = credential?.credentialId ?? ORGANISATION;
  /** The secret that was just made; null after a Slack address was saved. */
  const [secret, setSecret] = useState<string | null>();
  const { data, error } = useQuery(trpc.channel.get.queryOptions({ owner }, { refetchInterval: READ_AGAIN_MS }));
  const test = useMutation(trpc.channel.test.mutationOptions());
  const remove = useMutation(trpc.channel.remove.mutationOptions());
  if (typeof secret === "string") {
    return (
      <ShownOnce title="Webhook secret" what="secret" value={secret} onDone={() => setSecret(undefined)}>
        Copy the secret now. It is shown only once. The receiver uses the secret to verify that a notification comes
        from this gateway.
      </ShownOnce>
    );
  }
  return (
    <Modal opened onClose={onClose} title={`Webhook of ${credential?.name ?? "the organisation"}`} size="xl">
      <Stack gap="md">
        <p>
          {credential === undefined
            ? "The gateway notifies this URL when submissions wait for review or are overdue, when outcomes are due, when forecasts move, and when the audit log has an alarm."
            : "The gateway sends a signed notification to this URL when reviewers decide on a request made with this API key, and when the outcome of a question forecast with this API key is confirmed."}
        </p>
        <ErrorAlert title="The webhook could not be loaded" error={error} />
        {data !== undefined && (
          <>
            {data.deadAt !== null && (
              <Alert color="bad" role="alert" title="Deliveries have stopped">
                The receiver answered {data.deadStatus} on <TimeText exact at={data.deadAt} />. Save the URL again to
                resume.
              </Alert>
            )}
            <UrlForm key={data.savedAt} owner={owner} saved={data} onSet={setSecret} />
            {secret === null && data.url !== null && <Alert title="The webhook was saved" role="status" />}
            {data.url !== null && (
              <Group gap="xs">
                {data.deadAt === null && (
                  <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ owner })}>
                    Send test delivery
                  </Button>
                )}
                <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate({ owner })}>
                  Remove webhook
                </Button>
              </Group>
            )}
            <ErrorAlert title="The change was not saved" error={test.error ?? remove.error} />
            {remove.isSuccess && data.url === null && <Alert title="The webhook was removed" role="status" />}
            <DeliveryTable deliveries={data.deliveries} />
          </>
        )}
      </Stack>
    </Modal>
  );
}

interface UrlFormProps {
  readonly owner: string;
  readonly saved: Pick<Outputs["channel"]["get"], "format" | "url">;
  readonly onSet: (secret: string | null) => void;
}

function UrlForm({ owner, saved, onSet }: UrlFormProps) {
  const trpc = useTRPC();
  const isSlackSaved = saved.format === "slack";
  const { register, handleSubmit, formState, control } = useForm({
    resolver: zodResolver(webhookForm),
    defaultValues: { format: saved.format ?? "signed", url: isSlackSaved ? "" : (saved.url ?? "") },
  });
  const isSlack = useWatch({ control, name: "format" }) === "slack";
  const set = useMutation(trpc.channel.set.mutationOptions({ onSuccess: ({ secret }) => onSet(secret) }));
  const attempt = useMutation(trpc.channel.try.mutationOptions({ meta: { changesNothing: true } }));
  return (
    <form onSubmit={handleSubmit((values) => set.mutate({ owner, ...values }))} noValidate>
      <Stack gap="sm">
        <ErrorAlert title="The webhook was not set" error={set.error} />
        {owner === ORGANISATION && <NativeSelect label="Format" data={FORMATS} {...register("format")} />}
        <TextInput
          label="Webhook URL"
          description={
            isSlack
              ? `${isSlackSaved ? `Notifications go to ${saved.url}. ` : ""}A Slack URL is a secret: once it is saved, only its host is shown.`
              : "Saving the URL creates a new secret. The old secret stops working immediately. A test without saving is signed with another secret."
          }
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          error={formState.errors.url?.message}
          {...register("url")}
        />
        <Group gap="xs">
          <Button type="submit" loading={set.isPending}>
            {isSlack ? "Save" : "Save and show secret"}
          </Button>
          <Button
            variant="default"
            loading={attempt.isPending}
            onClick={handleSubmit((values) => attempt.mutate(values))}
          >
            Test without saving
          </Button>
        </Group>
        <ErrorAlert title="The test was not sent" error={attempt.error} />
        {attempt.data !== undefined && (
          <Alert role="status" title={`Test of ${new URL(attempt.variables.url).host}`}>
            {"error" in attempt.data
              ? `Failed: ${DELIVERY_ERRORS[attempt.data.error]}.`
              : `The receiver answered with status ${attempt.data.status}.`}
          </Alert>
        )}
      </Stack>
    </form>
  );
}
