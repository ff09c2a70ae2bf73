"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Modal, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC, useTRPCClient } from "#components/ui/trpc.ts";
import { emailAddress } from "#lib/domain/fields.ts";
import { ROLES, type Role } from "#lib/domain/members.ts";
import { RoleSelect } from "./role-select.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { TokenTable } from "./token-table.tsx";

export type ListedMember = Outputs["members"]["list"]["members"][number];
export type ListedLink = Outputs["members"]["list"]["invitations"][number];
type MadeLink = Outputs["members"]["invite"];

export type PendingAction =
  | { readonly what: "invite" }
  | { readonly what: "role" | "reset" | "disable" | "enable"; readonly member: ListedMember }
  | { readonly what: "tokens"; readonly member: ListedMember }
  | { readonly what: "revoke"; readonly link: ListedLink };

interface MemberDialogProps {
  readonly pending: PendingAction;
  readonly readerId: string;
  readonly onClose: () => void;
}

/** Shows the confirmation first. If the action creates a one-time link, the dialog then shows the link. */
export function MemberDialog({ pending, readerId, onClose }: MemberDialogProps) {
  const [made, setMade] = useState<MadeLink>();
  if (made !== undefined) {
    return (
      <ShownOnce title="One-time link" what="link" value={made.link} onDone={onClose}>
        Copy the link now. It is shown only once. Anyone who has the link can use it once. It expires{" "}
        <TimeText at={made.expiresAt} />. Send it over a channel that you trust.
      </ShownOnce>
    );
  }
  if (pending.what === "invite") return <InviteDialog onMade={setMade} onClose={onClose} />;
  if (pending.what === "tokens") return <MemberTokensDialog member={pending.member} onClose={onClose} />;
  return <ChangeDialog pending={pending} readerId={readerId} onMade={setMade} onClose={onClose} />;
}

const WORDS = {
  role: { title: "Change role", action: "Change role" },
  reset: { title: "Reset sign-in", action: "Create link", failure: "No link was created" },
  disable: { title: "Disable member", action: "Disable", destructive: true },
  enable: { title: "Enable member", action: "Enable" },
  revoke: { title: "Revoke link", action: "Revoke", destructive: true },
} as const;

interface ChangeDialogProps extends MemberDialogProps {
  readonly pending: Exclude<PendingAction, { what: "invite" | "tokens" }>;
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

  // Administrators may have changed their own account. The page shell shows it, so the page must be refreshed.
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
        The link for <strong>{email === "" ? "anyone with the link" : email}</strong> stops working immediately. You can
        create a new link.
      </p>
    );
  }
  const { memberId, name, role } = pending.member;
  switch (pending.what) {
    case "role":
      return (
        <p>
          The new role of <strong>{name}</strong> takes effect immediately, also in open sessions. Unused links for or
          from this member stop working. Past work keeps the member’s name.
        </p>
      );
    case "reset":
      return (
        <p>
          You get a one-time link that lets <strong>{name}</strong> set a new password or, if this gateway has no
          passwords, link another account of your organisation. When the link is used, all sessions of this member end,
          and unused links from this member stop working.
        </p>
      );
    case "disable":
      return (
        <>
          <p>
            <strong>{name}</strong> is signed out immediately and cannot sign in until an administrator enables the
            account. The member’s personal tokens and unused links for or from this member stop working.
          </p>
          {memberId === readerId && <p>This is your own account: you will be signed out.</p>}
        </>
      );
    case "enable":
      return (
        <p>
          <strong>{name}</strong> can sign in again. The role is {role}.
        </p>
      );
  }
}

const schema = z.object({ email: emailAddress, role: z.enum(ROLES) });

interface InviteDialogProps {
  readonly onMade: (made: Outputs["members"]["invite"]) => void;
  readonly onClose: () => void;
}

function InviteDialog({ onMade, onClose }: InviteDialogProps) {
  const trpc = useTRPC();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: "", role: "researcher" as const },
  });
  const invite = useMutation(trpc.members.invite.mutationOptions({ onSuccess: onMade }));
  return (
    <ConfirmDialog
      title="Invite member"
      action="Create link"
      state={invite}
      failure="No invitation was created"
      onConfirm={handleSubmit((values) => invite.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label="E-mail"
        description="The member signs in with this address. The gateway sends no invitation: pass the link on yourself."
        type="email"
        autoComplete="off"
        data-autofocus
        error={formState.errors.email?.message}
        {...register("email")}
      />
      <RoleSelect {...register("role")} />
    </ConfirmDialog>
  );
}

interface MemberTokensDialogProps {
  readonly member: ListedMember;
  readonly onClose: () => void;
}

/** Personal tokens of a member, for administrators. */
function MemberTokensDialog({ member: { memberId, name }, onClose }: MemberTokensDialogProps) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.tokens.listOf.queryOptions({ memberId }));
  const revoke = useMutation(trpc.tokens.revokeOf.mutationOptions());
  const title = `Personal tokens of ${name}`;
  const onRevoke = (tokenId: string) => revoke.mutate({ memberId, tokenId });
  return (
    <Modal opened onClose={onClose} title={title} size="xl">
      <ErrorAlert title="The tokens could not be loaded" error={error} />
      {data && <TokenTable label={title} tokens={data} state={revoke} onRevoke={onRevoke} />}
    </Modal>
  );
}
