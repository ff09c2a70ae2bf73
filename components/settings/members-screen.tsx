"use client";

import { Button, Group } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { ListedLink, ListedMember, PendingAction } from "./member-dialog.tsx";

const MemberDialog = lazily(async () => (await import("./member-dialog.tsx")).MemberDialog);

type Act = (pending: PendingAction) => void;

export function MembersScreen({ readerId }: { readonly readerId: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.members.list.queryOptions());
  const [pending, setPending] = useState<PendingAction>();
  return (
    <ListPage
      title="Members"
      about="People with access. Members are disabled rather than deleted, so the audit log stays complete."
      actions={<Button onClick={() => setPending({ what: "invite" })}>Invite member</Button>}
      footer={
        data.invitations.length > 0 && (
          <Panel title="Unused links">
            <DataTable
              label="Unused links, newest first"
              rows={data.invitations}
              keyOf={({ invitationId }) => invitationId}
              columns={linkColumns(setPending)}
              fold="named"
            />
          </Panel>
        )
      }
      dialog={
        pending !== undefined && (
          <MemberDialog pending={pending} readerId={readerId} onClose={() => setPending(undefined)} />
        )
      }
    >
      <DataTable
        label="Members"
        rows={data.members}
        keyOf={({ memberId }) => memberId}
        columns={memberColumns(readerId, setPending)}
        fold="named"
      />
    </ListPage>
  );
}

function memberColumns(readerId: string, onAct: Act): Column<ListedMember>[] {
  return [
    { name: "Name", isName: true, show: ({ name, memberId }) => (memberId === readerId ? `${name} (you)` : name) },
    { name: "E-mail", show: ({ email }) => email },
    {
      name: "Role",
      show: ({ role, roleFromProvider }) => (roleFromProvider ? `${role}, from your organisation` : role),
    },
    {
      name: "State",
      show: ({ disabledAt }) => (
        <StatusBadge tone={disabledAt === null ? "good" : "off"}>
          {disabledAt === null ? "enabled" : "disabled"}
        </StatusBadge>
      ),
    },
    {
      name: "Last sign-in",
      show: ({ lastSignInAt }) => (lastSignInAt === null ? "never" : <TimeText at={lastSignInAt} />),
    },
    {
      name: "Actions",
      show(member) {
        const isEnabled = member.disabledAt === null;
        return (
          <Group gap={4}>
            {member.memberId !== readerId && !member.roleFromProvider && (
              <Action label="Change role" onClick={() => onAct({ what: "role", member })} />
            )}
            {isEnabled && <Action label="Tokens" onClick={() => onAct({ what: "tokens", member })} />}
            {isEnabled && <Action label="Reset sign-in" onClick={() => onAct({ what: "reset", member })} />}
            <Action
              label={isEnabled ? "Disable" : "Enable"}
              onClick={() => onAct({ what: isEnabled ? "disable" : "enable", member })}
            />
          </Group>
        );
      },
    },
  ];
}

const LINK_PURPOSES = { password: "reset sign-in", session: "one session as an administrator" };

function linkColumns(onAct: Act): Column<ListedLink>[] {
  return [
    { name: "Recipient", isName: true, show: ({ email }) => (email === "" ? "anyone with the link" : email) },
    { name: "Purpose", show: ({ purpose, role }) => (purpose === "join" ? `join as ${role}` : LINK_PURPOSES[purpose]) },
    { name: "Created", show: ({ createdAt }) => <TimeText at={createdAt} /> },
    { name: "Expires", show: ({ expiresAt }) => <TimeText at={expiresAt} /> },
    { name: "Actions", show: (link) => <Action label="Revoke" onClick={() => onAct({ what: "revoke", link })} /> },
  ];
}

function Action({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onClick}>
      {label}
    </Button>
  );
}
