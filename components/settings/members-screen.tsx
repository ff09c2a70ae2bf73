"use client";

import { Button, Text } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { RowMenu } from "#components/ui/row-menu.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { formatAge, formatCount } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { describeEqual } from "./describe-reviews.ts";
import type { ListedLink, ListedMember, PendingAction } from "./member-dialog.tsx";

const MemberDialog = lazily(async () => (await import("./member-dialog.tsx")).MemberDialog);

type Act = (pending: PendingAction) => void;

export function MembersScreen({ readerId }: { readonly readerId: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.members.list.queryOptions());
  const { data: reviews } = useSuspenseQuery(trpc.reviews.agreement.queryOptions());
  const { data: guideline } = useSuspenseQuery(trpc.reviews.guideline.queryOptions());
  const [pending, setPending] = useState<PendingAction>();
  return (
    <ListPage
      title="Members"
      about="People with access. Members are disabled rather than deleted, so the audit log stays complete."
      actions={<Button onClick={() => setPending({ what: "invite" })}>Invite member</Button>}
      footer={
        <>
          {data.invitations.length > 0 && (
            <Panel title="Unused links">
              <DataTable
                label="Unused links, newest first"
                rows={data.invitations}
                keyOf={({ invitationId }) => invitationId}
                columns={linkColumns(setPending)}
                fold="named"
              />
            </Panel>
          )}
          <Text size="sm" c="dimmed" py="sm">
            {describeEqual(reviews.equal)}
          </Text>
          <GuidelineForm guideline={guideline?.text ?? ""} />
        </>
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
        columns={memberColumns(readerId, reviews.reviewers, setPending)}
        fold="named"
      />
    </ListPage>
  );
}

type Reviewers = Outputs["reviews"]["agreement"]["reviewers"];

function memberColumns(readerId: string, reviewers: Reviewers, onAct: Act): Column<ListedMember>[] {
  const decided = ({ memberId }: ListedMember) => reviewers.find(({ reviewerId }) => reviewerId === memberId);
  return [
    {
      name: "Name",
      isName: true,
      show: ({ name, memberId, email }) => (
        <div>
          {memberId === readerId ? `${name} (you)` : name}
          <Text size="xs" c="dimmed" fw={400}>
            {email}
          </Text>
        </div>
      ),
    },
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
      name: "Decisions",
      isNumber: true,
      show(member) {
        const { decisions, approvals } = decided(member) ?? { decisions: 0, approvals: 0 };
        return decisions === 0 ? "–" : `${formatCount(decisions)}, ${formatPercent(approvals / decisions)} approved`;
      },
    },
    {
      name: "Time to decision",
      isNumber: true,
      show(member) {
        const { medianMs, longMs } = decided(member) ?? { medianMs: null, longMs: null };
        if (medianMs === null || longMs === null) return "–";
        return `median ${formatAge(medianMs)}, 90 % within ${formatAge(longMs)}`;
      },
    },
    {
      name: "Actions",
      show(member) {
        const isEnabled = member.disabledAt === null;
        const actions = [
          ...(member.memberId === readerId || member.roleFromProvider ? [] : (["role"] as const)),
          ...(isEnabled ? (["tokens", "reset", "disable"] as const) : (["enable"] as const)),
        ];
        const items = actions.map((what) => ({ label: LABELS[what], onClick: () => onAct({ what, member }) }));
        return <RowMenu of={member.name} items={items} />;
      },
    },
  ];
}

const LABELS = {
  role: "Change role",
  tokens: "Tokens",
  reset: "Reset sign-in",
  disable: "Disable",
  enable: "Enable",
} as const;

const LINK_PURPOSES = { password: "reset sign-in", session: "one session as an administrator" };

function linkColumns(onAct: Act): Column<ListedLink>[] {
  return [
    { name: "Recipient", isName: true, show: ({ email }) => (email === "" ? "anyone with the link" : email) },
    { name: "Purpose", show: ({ purpose, role }) => (purpose === "join" ? `join as ${role}` : LINK_PURPOSES[purpose]) },
    { name: "Created", show: ({ createdAt }) => <TimeText at={createdAt} /> },
    { name: "Expires", show: ({ expiresAt }) => <TimeText at={expiresAt} /> },
    {
      name: "Actions",
      show: (link) => (
        <Button variant="default" size="compact-xs" onClick={() => onAct({ what: "revoke", link })}>
          Revoke
        </Button>
      ),
    },
  ];
}

function GuidelineForm({ guideline }: { readonly guideline: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [text, setText] = useState(guideline);
  const save = useMutation(trpc.reviews.setGuideline.mutationOptions({ onSuccess: () => router.refresh() }));
  const isSaved = text.trim() === guideline;
  return (
    <Panel title="Guideline" aside={<span role="status">{isSaved && save.isSuccess && "Saved"}</span>}>
      <ErrorAlert title="The guideline was not saved" error={save.error} />
      <NoteField
        label="Rules of your organisation for reviews"
        description="Plain text, shown with each submission. Each decision records which version applied."
        maxRows={24}
        value={text}
        onChange={setText}
      />
      <Button mt="sm" loading={save.isPending} disabled={isSaved} onClick={() => save.mutate({ text })}>
        Save guideline
      </Button>
    </Panel>
  );
}
