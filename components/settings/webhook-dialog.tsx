"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Alert, Button, Group, Modal, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { DataTable } from "#components/ui/data-table.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Link } from "#components/ui/link.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { DELIVERY_ERRORS, ORGANISATION, PUBLIC_URL, webhookForm } from "#lib/domain/webhooks.ts";
import type { Credential } from "./credential-state.ts";
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
  readonly saved: Pick<Outputs["channel"]["get"], "format" | "url" | "mustBePublic">;
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
  return (
    <form onSubmit={handleSubmit((values) => set.mutate({ owner, ...values }))} noValidate>
      <Stack gap="sm">
        <ErrorAlert title="The webhook was not set" error={set.error} />
        {owner === ORGANISATION && <NativeSelect label="Format" data={FORMATS} {...register("format")} />}
        <TextInput
          label="Webhook URL"
          description={
            (saved.mustBePublic ? `${PUBLIC_URL} ` : "") +
            (isSlack
              ? `${isSlackSaved ? `Notifications go to ${saved.url}. ` : ""}A Slack URL is a secret: once it is saved, only its host is shown.`
              : "Saving the URL creates a new secret. The old secret stops working immediately.")
          }
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          error={formState.errors.url?.message}
          {...register("url")}
        />
        <Button type="submit" loading={set.isPending} style={{ alignSelf: "start" }}>
          {isSlack ? "Save" : "Save and show secret"}
        </Button>
      </Stack>
    </form>
  );
}

type Delivery = Outputs["channel"]["get"]["deliveries"][number];

const TONES = { waiting: "off", delivered: "good", failed: "bad" } as const;

function DeliveryTable({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <p>No deliveries yet.</p>;
  return (
    <DataTable
      label="Deliveries"
      rows={deliveries}
      keyOf={({ deliveryId }) => deliveryId}
      fold="named"
      columns={[
        {
          name: "Delivery",
          isName: true,
          show: ({ submissionId, taskId, type }) => {
            if (submissionId !== null) return <Link href={routes.submission(submissionId)}>submission</Link>;
            return taskId === null ? type : <Link href={routes.question(taskId)}>outcome</Link>;
          },
        },
        { name: "State", show: ({ status }) => <StatusBadge tone={TONES[status]}>{status}</StatusBadge> },
        { name: "Created", show: ({ createdAt }) => <TimeText at={createdAt} /> },
        {
          name: "Attempts",
          show: ({ attempts }) => (
            <Stack gap={0}>
              {attempts.map(({ number, at, status, error }) => (
                <span key={number}>
                  <TimeText at={at} />: {error === null ? status : DELIVERY_ERRORS[error]}
                </span>
              ))}
            </Stack>
          ),
        },
        { name: "Next attempt", show: ({ nextAt }) => (nextAt === null ? "—" : <TimeText at={nextAt} />) },
      ]}
    />
  );
}
