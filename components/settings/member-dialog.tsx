"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { RoleSelect } from "./role-select.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { useAfterChange } from "./use-after-change.ts";

export type ListedMember = Outputs["members"]["list"]["members"][number];
export type ListedLink = Outputs["members"]["list"]["invitations"][number];
type MadeLink = Outputs["members"]["invite"];

/** What an administrator is about to do. */
export type PendingAction =
  | { readonly what: "invite" }
  | { readonly what: "role" | "reset" | "disable" | "enable"; readonly member: ListedMember }
  | { readonly what: "revoke"; readonly link: ListedLink };

interface MemberDialogProps {
  readonly pending: PendingAction;
  readonly readerId: string;
  readonly onClose: () => void;
}

/** One step at a time: the question, and after it, where there is one, the new link. */
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
  switch (pending.what) {
    case "invite":
      return <InviteDialog onMade={setMade} onClose={onClose} />;
    case "reset":
      return <ResetDialog member={pending.member} onMade={setMade} onClose={onClose} />;
    case "role":
      return <RoleDialog member={pending.member} onClose={onClose} />;
    case "disable":
      return (
        <DisableDialog member={pending.member} isReader={pending.member.memberId === readerId} onClose={onClose} />
      );
    case "enable":
      return <EnableDialog member={pending.member} onClose={onClose} />;
    case "revoke":
      return <RevokeLinkDialog link={pending.link} onClose={onClose} />;
  }
}

interface DialogProps {
  readonly member: ListedMember;
  readonly onClose: () => void;
}

/** Refreshes the list, then closes. */
function useDone(onClose: () => void) {
  const afterChange = useAfterChange();
  return async () => {
    await afterChange();
    onClose();
  };
}

function ResetDialog({ member, onMade, onClose }: DialogProps & { readonly onMade: (made: MadeLink) => void }) {
  const trpc = useTRPC();
  const afterChange = useAfterChange();
  const reset = useMutation(
    trpc.members.resetPassword.mutationOptions({
      onSuccess: async (made) => {
        onMade(made);
        await afterChange();
      },
    }),
  );
  return (
    <ConfirmDialog
      title="Reset the password"
      action="Create the link"
      state={reset}
      failure="No link was created"
      onConfirm={() => reset.mutate({ memberId: member.memberId })}
      onClose={onClose}
    >
      <p>
        You get a link with which <strong>{member.name}</strong> sets a new password. Nothing changes until it is used;
        then all their sessions end.
      </p>
    </ConfirmDialog>
  );
}

function RoleDialog({ member, onClose }: DialogProps) {
  const trpc = useTRPC();
  const [role, setRole] = useState(member.role);
  const change = useMutation(trpc.members.setRole.mutationOptions({ onSuccess: useDone(onClose) }));
  return (
    <ConfirmDialog
      title="Change the role"
      action="Change the role"
      state={change}
      onConfirm={() => change.mutate({ memberId: member.memberId, role })}
      onClose={onClose}
    >
      <p>
        The new role of <strong>{member.name}</strong> takes effect at once, in open sessions too. Their past work keeps
        their name.
      </p>
      <RoleSelect
        value={role}
        onChange={({ currentTarget: { value } }) => setRole(value as ListedMember["role"])}
        data-autofocus
      />
    </ConfirmDialog>
  );
}

function DisableDialog({ member, isReader, onClose }: DialogProps & { readonly isReader: boolean }) {
  const trpc = useTRPC();
  const disable = useMutation(trpc.members.disable.mutationOptions({ onSuccess: useDone(onClose) }));
  return (
    <ConfirmDialog
      title="Disable the member"
      action="Disable"
      destructive
      state={disable}
      onConfirm={() => disable.mutate({ memberId: member.memberId })}
      onClose={onClose}
    >
      <p>
        <strong>{member.name}</strong> is signed out everywhere at once and cannot sign in until an administrator
        enables them. Unused links that they created stop working.
      </p>
      {isReader && <p>This is your own account: you will be signed out.</p>}
    </ConfirmDialog>
  );
}

function EnableDialog({ member, onClose }: DialogProps) {
  const trpc = useTRPC();
  const enable = useMutation(trpc.members.enable.mutationOptions({ onSuccess: useDone(onClose) }));
  return (
    <ConfirmDialog
      title="Enable the member"
      action="Enable"
      state={enable}
      onConfirm={() => enable.mutate({ memberId: member.memberId })}
      onClose={onClose}
    >
      <p>
        <strong>{member.name}</strong> can sign in again, as {member.role} and with their old password.
      </p>
    </ConfirmDialog>
  );
}

function RevokeLinkDialog({ link, onClose }: { readonly link: ListedLink; readonly onClose: () => void }) {
  const trpc = useTRPC();
  const revoke = useMutation(trpc.members.revokeInvitation.mutationOptions({ onSuccess: useDone(onClose) }));
  return (
    <ConfirmDialog
      title="Revoke the link"
      action="Revoke"
      destructive
      state={revoke}
      onConfirm={() => revoke.mutate({ invitationId: link.invitationId })}
      onClose={onClose}
    >
      <p>
        The link for <strong>{link.email === "" ? "anyone who has it" : link.email}</strong> stops working at once. You
        can create another.
      </p>
    </ConfirmDialog>
  );
}
