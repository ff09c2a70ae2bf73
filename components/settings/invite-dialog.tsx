"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { emailAddress } from "#lib/domain/fields.ts";
import { ROLES } from "#lib/domain/members.ts";
import { RoleSelect } from "./role-select.tsx";

const schema = z.object({ email: emailAddress, role: z.enum(ROLES) });

interface InviteDialogProps {
  readonly onMade: (made: Outputs["members"]["invite"]) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ onMade, onClose }: InviteDialogProps) {
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
