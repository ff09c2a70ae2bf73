"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { ListedLink } from "#components/ui/pending-action.ts";
import { useTRPC } from "#components/ui/trpc.ts";
import { useAfterChange } from "./use-after-change.ts";

/** Asks before an open link ends. */
export function RevokeLinkForm({ link, onDone }: { readonly link: ListedLink; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const afterChange = useAfterChange();
  const revoke = useMutation(
    trpc.members.revokeInvitation.mutationOptions({
      onSuccess: async () => {
        await afterChange();
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      action="Withdraw"
      destructive
      busy={revoke.isPending}
      fault={revoke.error?.message}
      onConfirm={() => revoke.mutate({ invitationId: link.invitationId })}
      onCancel={onDone}
    >
      <p>
        The link for <strong>{link.email === "" ? "whoever opens it" : link.email}</strong> stops working at once. You
        can make another.
      </p>
    </ConfirmDialog>
  );
}
