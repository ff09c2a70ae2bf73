"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { ListedMember } from "#components/ui/pending-action.ts";
import { useTRPC } from "#components/ui/trpc.ts";
import { useAfterChange } from "./use-after-change.ts";

interface StandingFormProps {
  readonly member: ListedMember;
  readonly readerId: string;
  readonly onDone: () => void;
}

/** Asks before a member is kept out, or let in again. */
export function MemberStatusForm({ member, readerId, onDone }: StandingFormProps) {
  const trpc = useTRPC();
  const afterChange = useAfterChange();
  const onSuccess = async () => {
    await afterChange();
    onDone();
  };
  const disable = useMutation(trpc.members.disable.mutationOptions({ onSuccess }));
  const enable = useMutation(trpc.members.enable.mutationOptions({ onSuccess }));
  const { memberId, name, role } = member;
  if (member.disabledAt !== null) {
    return (
      <ConfirmDialog
        action="Enable"
        busy={enable.isPending}
        fault={enable.error?.message}
        onConfirm={() => enable.mutate({ memberId })}
        onCancel={onDone}
      >
        <p>
          <strong>{name}</strong> can sign in again, as {role} and with the password that they had.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      action="Disable"
      destructive
      busy={disable.isPending}
      fault={disable.error?.message}
      onConfirm={() => disable.mutate({ memberId })}
      onCancel={onDone}
    >
      <p>
        <strong>{name}</strong> is signed out everywhere at once, and cannot sign in until somebody enables them. Open
        links that they made stop working.
      </p>
      {memberId === readerId && <p>This is you: you will be signed out.</p>}
    </ConfirmDialog>
  );
}
