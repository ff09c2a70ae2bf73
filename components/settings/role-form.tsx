"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { ListedMember } from "#components/ui/pending-action.ts";
import { useTRPC } from "#components/ui/trpc.ts";
import { RoleSelect } from "./role-select.tsx";
import { useAfterChange } from "./use-after-change.ts";

interface RoleFormProps {
  readonly member: ListedMember;
  readonly onDone: () => void;
}

/** Gives a member another role. */
export function RoleForm({ member, onDone }: RoleFormProps) {
  const trpc = useTRPC();
  const afterChange = useAfterChange();
  const [role, setRole] = useState(member.role);
  const change = useMutation(
    trpc.members.setRole.mutationOptions({
      onSuccess: async () => {
        await afterChange();
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      action="Change the role"
      busy={change.isPending}
      fault={change.error?.message}
      onConfirm={() => change.mutate({ memberId: member.memberId, role })}
      onCancel={onDone}
    >
      <p>
        For <strong>{member.name}</strong> it is in force at once, also where they are signed in. What they have done
        stays theirs.
      </p>
      <RoleSelect value={role} onChange={({ currentTarget: { value } }) => setRole(value as ListedMember["role"])} />
    </ConfirmDialog>
  );
}
