"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPCClient } from "#components/ui/trpc.ts";
import type { Role } from "#lib/domain/members.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { RoleSelect } from "./role-select.tsx";
import { ShownOnce } from "./shown-once.tsx";

export type ListedMember = Outputs["members"]["list"]["members"][number];
export type ListedLink = Outputs["members"]["list"]["invitations"][number];
type MadeLink = Outputs["members"]["invite"];

export type PendingAction =
  | { readonly what: "invite" }
  | { readonly what: "role" | "reset" | "disable" | "enable"; readonly member: ListedMember }
  | { readonly what: "revoke"; readonly link: ListedLink };

interface MemberDialogProps {
  readonly pending: PendingAction;
  readonly readerId: string;
  readonly onClose: () => void;
}

/** Shows one step at a time: the confirmation, then the new link, if any. */
export function MemberDialog({ pending, readerId, onClose }: MemberDialogProps) {
  const [made, setMade] = useState<MadeLink>();
  if (made !== undefined) {
    return (
      <ShownOnce title="The one-time link" what="link" value={made.link} onDone={onClose}>
        Copy it now: it is shown once. It works once, for anyone who has it, until <TimeText at={made.expiresAt} />.
        Pass it on by a way that you trust.
      </ShownOnce>
    );
  }
  if (pending.what === "invite") return <InviteDialog onMade={setMade} onClose={onClose} />;
  return <ChangeDialog pending={pending} readerId={readerId} onMade={setMade} onClose={onClose} />;
}

const WORDS = {
  role: { title: "Change the role", action: "Change the role" },
  reset: { title: "Reset the password", action: "Create the link", failure: "No link was created" },
  disable: { title: "Disable the member", action: "Disable", destructive: true },
  enable: { title: "Enable the member", action: "Enable" },
  revoke: { title: "Revoke the link", action: "Revoke", destructive: true },
} as const;

interface ChangeDialogProps extends MemberDialogProps {
  readonly pending: Exclude<PendingAction, { what: "invite" }>;
  readonly onMade: (made: MadeLink) => void;
}

function ChangeDialog({ pending, readerId, onMade, onClose }: ChangeDialogProps) {
  const { members } = useTRPCClient();
  const router = useRouter();
  const [role, setRole] = useState<Role>(pending.what === "revoke" ? "researcher" : pending.member.role);

  async function makeChange(): Promise<void> {
    switch (pending.what) {
      case "reset":
        onMade(await members.resetPassword.mutate({ memberId: pending.member.memberId }));
        return;
      case "role":
        await members.setRole.mutate({ memberId: pending.member.memberId, role });
        break;
      case "revoke":
        await members.revokeInvitation.mutate({ invitationId: pending.link.invitationId });
        break;
      default:
        await members[pending.what].mutate({ memberId: pending.member.memberId });
    }
    onClose();
  }

  // Administrators may have changed their own account, which the page shell shows.
  const change = useMutation({ mutationFn: makeChange, onSuccess: () => router.refresh() });
  return (
    <ConfirmDialog {...WORDS[pending.what]} state={change} onConfirm={() => change.mutate()} onClose={onClose}>
      <Consequence pending={pending} readerId={readerId} />
      {pending.what === "role" && (
        <RoleSelect value={role} onChange={({ currentTarget: { value } }) => setRole(value as Role)} data-autofocus />
      )}
    </ConfirmDialog>
  );
}

function Consequence({ pending, readerId }: Pick<ChangeDialogProps, "pending" | "readerId">) {
  if (pending.what === "revoke") {
    const { email } = pending.link;
    return (
      <p>
        The link for <strong>{email === "" ? "anyone who has it" : email}</strong> stops working at once. You can create
        another.
      </p>
    );
  }
  const { memberId, name, role } = pending.member;
  switch (pending.what) {
    case "role":
      return (
        <p>
          The new role of <strong>{name}</strong> takes effect at once, in open sessions too. Their past work keeps
          their name.
        </p>
      );
    case "reset":
      return (
        <p>
          You get a link with which <strong>{name}</strong> sets a new password. Nothing changes until it is used; then
          all their sessions end.
        </p>
      );
    case "disable":
      return (
        <>
          <p>
            <strong>{name}</strong> is signed out everywhere at once and cannot sign in until an administrator enables
            them. Unused links that they created stop working.
          </p>
          {memberId === readerId && <p>This is your own account: you will be signed out.</p>}
        </>
      );
    case "enable":
      return (
        <p>
          <strong>{name}</strong> can sign in again, as {role} and with their old password.
        </p>
      );
  }
}
