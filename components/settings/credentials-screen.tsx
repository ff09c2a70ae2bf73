"use client";

import { Box, Button, Group, Stack } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { RowMenu } from "#components/ui/row-menu.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { UsagePanel } from "#components/ui/usage-panel.tsx";
import { MAX_COUNTED_ANSWERS } from "#lib/domain/limits.ts";
import { SURFACE_LABELS } from "#lib/domain/surfaces.ts";
import { describeTokens, USAGE_DAYS } from "#lib/domain/token-usage.ts";
import { formatCount } from "#lib/format.ts";
import type { PendingAction } from "./credential-dialog.tsx";
import { activeKeys, type Credential, endOf, stateOf } from "./credential-state.ts";

const CredentialDialog = lazily(async () => (await import("./credential-dialog.tsx")).CredentialDialog);

/** Column that is shown only if an API key has used tokens or has a budget. */
const TOKENS = "Tokens this month";

const LABELS = { edit: "Edit", webhook: "Webhook", rotate: "Rotate", revoke: "Revoke" } as const;

/** An expired credential becomes active again with a later expiry date. A revoked credential cannot be restored. */
const ACTIONS = { active: ["edit", "webhook", "rotate", "revoke"], expired: ["edit", "revoke"], revoked: [] } as const;

export function CredentialsScreen() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.credentials.list.queryOptions());
  const { data: usage } = useSuspenseQuery(trpc.credentials.usage.queryOptions());
  const [pending, setPending] = useState<PendingAction>();
  const hasTokens = data.some(({ tokens }) => tokens.used > 0 || tokens.limit !== null);
  const nameOf = (id: string) => data.find(({ credentialId }) => credentialId === id)?.name ?? id;
  return (
    <ListPage
      title="API keys"
      about="Backends send an API key with each request to POST /v1/predict. A key is shown only once, when it is issued. The gateway stores only a digest of the key."
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={() => setPending({ what: "channel" })}>
            Organisation webhook
          </Button>
          <Button onClick={() => setPending({ what: "issue" })}>Issue API key</Button>
        </Group>
      }
      empty={
        data.length === 0 && (
          <Empty title="No API keys" icon={IconKey}>
            Issue an API key and give it to the operators of the backend.
          </Empty>
        )
      }
      footer={
        <Box mt="md">
          <UsagePanel
            aside={`last ${USAGE_DAYS} days`}
            heading="API key"
            rows={usage.map(({ credentialId, ...total }) => ({
              ...total,
              id: credentialId,
              name: nameOf(credentialId),
            }))}
          />
        </Box>
      }
      dialog={pending !== undefined && <CredentialDialog pending={pending} onClose={() => setPending(undefined)} />}
    >
      <DataTable
        label="API keys"
        rows={data}
        keyOf={({ credentialId }) => credentialId}
        columns={columnsWith(setPending).filter(({ name }) => name !== TOKENS || hasTokens)}
        fold="named"
      />
    </ListPage>
  );
}

function columnsWith(onAct: (pending: PendingAction) => void): Column<Credential>[] {
  const now = Date.now();
  return [
    { name: "Name", isName: true, show: ({ name }) => name },
    { name: "State", show: (credential) => <State credential={credential} now={now} /> },
    { name: "Keys", show: (credential) => <Keys credential={credential} now={now} /> },
    { name: "Per minute", isNumber: true, show: ({ ratePerMinute }) => formatCount(ratePerMinute) },
    { name: "Answers, 24 h", isNumber: true, show: ({ recentAnswers }) => describeAnswers(recentAnswers) },
    { name: TOKENS, isNumber: true, show: ({ tokens }) => describeTokens(tokens) },
    { name: "Issued", show: ({ createdAt }) => (createdAt === null ? "—" : <TimeText at={createdAt} />) },
    { name: "Last used", show: ({ lastUsedAt }) => (lastUsedAt === null ? "never" : <TimeText at={lastUsedAt} />) },
    {
      name: "Actions",
      show(credential) {
        if (credential.fromEnvironment) return "Set in the environment";
        const actions = ACTIONS[stateOf(credential, now)];
        if (actions.length === 0) return null;
        const items = actions.map((what) => ({ label: LABELS[what], onClick: () => onAct({ what, credential }) }));
        return <RowMenu of={credential.name} items={items} />;
      },
    },
  ];
}

const describeAnswers = (count: number) => formatCount(count) + (count === MAX_COUNTED_ANSWERS ? " or more" : "");

interface CellProps {
  readonly credential: Credential;
  readonly now: number;
}

function State({ credential, now }: CellProps) {
  const { credentialId, revokedAt, handOverBy, owner, limitedTo } = credential;
  const end = endOf(credential);
  const trpc = useTRPC();
  const takeOver = useMutation(trpc.credentials.takeOver.mutationOptions());
  const state = stateOf(credential, now);
  return (
    <Stack gap={0}>
      <StatusBadge tone={state === "active" ? "good" : "off"}>{state}</StatusBadge>
      {limitedTo !== null && <span>{SURFACE_LABELS[limitedTo]} only</span>}
      {revokedAt !== null && <TimeText at={revokedAt} />}
      {revokedAt === null && end !== undefined && (
        <span>
          until <TimeText exact at={end} />
        </span>
      )}
      {revokedAt === null && handOverBy !== null && (
        <span>
          its owner {owner} has lost access{" "}
          <Button size="compact-xs" loading={takeOver.isPending} onClick={() => takeOver.mutate({ credentialId })}>
            Take over
          </Button>
        </span>
      )}
    </Stack>
  );
}

function Keys({ credential, now }: CellProps) {
  const keys = stateOf(credential, now) === "active" ? activeKeys(credential, now) : [];
  return (
    <Stack gap={0}>
      {keys.map(({ keyId, expiresAt }) => (
        <span key={keyId}>
          <code>dmk_{keyId}_…</code>
          {expiresAt !== null && (
            <>
              {" "}
              until <TimeText exact at={expiresAt} />
            </>
          )}
        </span>
      ))}
      {credential.fromEnvironment && <code>GATEWAY_API_KEY</code>}
    </Stack>
  );
}
