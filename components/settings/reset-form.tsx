"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { ListedMember } from "#components/ui/pending-action.ts";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { useAfterChange } from "./use-after-change.ts";

interface ResetFormProps {
  readonly member: ListedMember;
  readonly onMade: (made: Outputs["members"]["resetPassword"]) => void;
  readonly onCancel: () => void;
}

/** Asks before a link is made by which a member sets a new password. */
export function ResetForm({ member, onMade, onCancel }: ResetFormProps) {
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
      action="Make the link"
      busy={reset.isPending}
      fault={reset.error?.message}
      onConfirm={() => reset.mutate({ memberId: member.memberId })}
      onCancel={onCancel}
    >
      <p>
        You get a link by which <strong>{member.name}</strong> sets a new password. Until it is used, nothing changes;
        then all their sessions end.
      </p>
    </ConfirmDialog>
  );
}
