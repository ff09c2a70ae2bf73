"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Alert, Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { webhookForm } from "#lib/domain/webhooks.ts";
import type { Credential } from "./credential-state.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { ShownOnce } from "./shown-once.tsx";

interface WebhookDialogProps {
  readonly credential: Credential;
  readonly onClose: () => void;
}

const READ_AGAIN_MS = 3_000;

export function WebhookDialog({ credential: { credentialId, name }, onClose }: WebhookDialogProps) {
  const trpc = useTRPC();
  const [secret, setSecret] = useState<string>();
  const { data, error } = useQuery(
    trpc.credentials.webhook.queryOptions({ credentialId }, { refetchInterval: READ_AGAIN_MS }),
  );
  const test = useMutation(trpc.credentials.testWebhook.mutationOptions());
  const remove = useMutation(trpc.credentials.removeWebhook.mutationOptions());
  if (secret !== undefined) {
    return (
      <ShownOnce title="Webhook secret" what="secret" value={secret} onDone={() => setSecret(undefined)}>
        Copy the secret now. It is shown only once. The backend uses the secret to verify that a notification comes from
        this gateway.
      </ShownOnce>
    );
  }
  return (
    <Modal opened onClose={onClose} title={`Webhook of ${name}`} size="xl">
      <Stack gap="md">
        <p>
          The gateway sends a signed notification to this URL when reviewers decide on a request made with this API key,
          and when the outcome of a question forecast with this API key is confirmed.
        </p>
        <ErrorAlert title="The webhook could not be loaded" error={error} />
        {data !== undefined && (
          <>
            <UrlForm key={data.url} credentialId={credentialId} url={data.url} onSet={setSecret} />
            {data.url !== null && (
              <Group gap="xs">
                <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ credentialId })}>
                  Send test delivery
                </Button>
                <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate({ credentialId })}>
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
  readonly credentialId: string;
  readonly url: string | null;
  readonly onSet: (secret: string) => void;
}

function UrlForm({ credentialId, url, onSet }: UrlFormProps) {
  const trpc = useTRPC();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(webhookForm),
    defaultValues: { url: url ?? "" },
  });
  const set = useMutation(trpc.credentials.setWebhook.mutationOptions({ onSuccess: ({ secret }) => onSet(secret) }));
  return (
    <form onSubmit={handleSubmit((values) => set.mutate({ credentialId, ...values }))} noValidate>
      <Stack gap="sm">
        <ErrorAlert title="The webhook was not set" error={set.error} />
        <TextInput
          label="Webhook URL"
          description="Saving the URL creates a new secret. The old secret stops working immediately."
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          error={formState.errors.url?.message}
          {...register("url")}
        />
        <Button type="submit" style={{ alignSelf: "start" }} loading={set.isPending}>
          Save and show secret
        </Button>
      </Stack>
    </form>
  );
}
