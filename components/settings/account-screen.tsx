"use client";

import { Alert, Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DataTable } from "#components/ui/data-table.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { usePermitted } from "#components/ui/permitted.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { zoneChoices } from "#components/ui/zone-choices.ts";
import { describeBrowser } from "#lib/describe-browser.ts";
import { MAX_NAME } from "#lib/domain/limits.ts";
import type { Member } from "#lib/domain/members.ts";
import { TokenTable } from "./token-table.tsx";

const PasswordForm = lazily(async () => (await import("./password-form.tsx")).PasswordForm);
const NotificationForm = lazily(async () => (await import("./notification-form.tsx")).NotificationForm);

type AccountProps = Pick<Member, "name" | "email" | "role" | "timeZone"> & { readonly hasPassword: boolean };

export function AccountScreen({ name, email, role, timeZone = null, hasPassword }: AccountProps) {
  return (
    <Page width="narrow" title="Your account" about={`${email}, ${role}. You cannot change your own role.`}>
      <Panel title="Name">
        <NameForm name={name} />
      </Panel>
      <Panel title="Time zone">
        <TimeZoneField timeZone={timeZone} />
      </Panel>
      {hasPassword && <PasswordPanel email={email} />}
      <NotificationPanel />
      <SessionsPanel />
      <TokensPanel />
    </Page>
  );
}

/** The form is loaded when opened; few visits need it. */
function PasswordPanel({ email }: Pick<AccountProps, "email">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Password">
      {isOpen ? (
        <PasswordForm email={email} />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      )}
    </Panel>
  );
}

/** Renders nothing if the deployment sends no e-mail, unless the member is a reviewer, who may be away. */
function NotificationPanel() {
  const isReviewer = usePermitted()("decide");
  const trpc = useTRPC();
  const { data: chosen } = useSuspenseQuery(trpc.members.notifications.queryOptions());
  if (chosen.mail === null && !isReviewer) return null;
  return (
    <Panel title="Notifications">
      <NotificationForm chosen={chosen} isReviewer={isReviewer} />
    </Panel>
  );
}

function NameForm({ name }: { readonly name: string }) {
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

/** Saves the choice at once. */
function TimeZoneField({ timeZone }: { readonly timeZone: string | null }) {
  const trpc = useTRPC();
  const router = useRouter();
  const isHydrated = useHydrated();
  // The server renders the page shell, which provides the zone.
  const change = useMutation(trpc.members.setTimeZone.mutationOptions({ onSuccess: () => router.refresh() }));
  const zone = (change.isError ? timeZone : (change.variables ?? { timeZone }).timeZone) ?? "UTC";
  return (
    <>
      <ErrorAlert title="Your time zone was not changed" error={change.error} />
      <NativeSelect
        label="Your time zone"
        description="Exact times are shown in this zone and in UTC. Printed pages, files, proofs and the audit log have only UTC."
        value={zone}
        onChange={({ currentTarget: { value } }) => change.mutate({ timeZone: value === "UTC" ? null : value })}
        data={[...(zone === "UTC" && isHydrated ? [] : [zone]), ...(isHydrated ? zoneChoices() : [])]}
        maw={400}
      />
    </>
  );
}

function SessionsPanel() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.members.sessions.queryOptions());
  const end = useMutation(trpc.members.endSessions.mutationOptions());
  const small = { variant: "default", size: "compact-xs", disabled: end.isPending };
  return (
    <Panel
      title="Sessions"
      aside={
        data.length > 1 && (
          <Button {...small} onClick={() => end.mutate({})}>
            End all other sessions
          </Button>
        )
      }
    >
      <ErrorAlert title="No session was ended" error={end.error} />
      <DataTable
        label="Your sessions"
        rows={data}
        keyOf={({ sessionId }) => sessionId}
        fold="named"
        columns={[
          {
            name: "Browser",
            isName: true,
            show: ({ userAgent }) => <span title={userAgent ?? undefined}>{describeBrowser(userAgent ?? "")}</span>,
          },
          { name: "IP address", show: ({ address }) => address ?? "unknown" },
          { name: "Signed in", show: ({ signedInAt }) => <TimeText at={signedInAt} /> },
          { name: "Expires", show: ({ expiresAt }) => <TimeText at={expiresAt} /> },
          {
            name: "Actions",
            show: ({ current, sessionId }) =>
              current ? (
                <StatusBadge tone="good">this session</StatusBadge>
              ) : (
                <Button {...small} onClick={() => end.mutate({ sessionId })}>
                  End session
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}

const TokenDialog = lazily(async () => (await import("./token-dialog.tsx")).TokenDialog);

function TokensPanel() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.tokens.list.queryOptions());
  const revoke = useMutation(trpc.tokens.revoke.mutationOptions());
  const [isNew, setNew] = useState(false);
  return (
    <Panel
      title="Personal tokens"
      aside={
        <Button variant="default" size="compact-xs" onClick={() => setNew(true)}>
          Create token
        </Button>
      }
    >
      <Text mb="xs">
        Scripts send a token instead of your password. A token can do only what both its scopes and your role permit. A
        revoked token stops working immediately.
      </Text>
      <TokenTable
        label="Your personal tokens"
        tokens={data}
        state={revoke}
        onRevoke={(tokenId) => revoke.mutate({ tokenId })}
      />
      {isNew && <TokenDialog onClose={() => setNew(false)} />}
    </Panel>
  );
}
