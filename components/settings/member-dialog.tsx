"use client";

import { Modal } from "@mantine/core";
import { useState } from "react";
import type { PendingAction } from "#components/ui/pending-action.ts";
import type { Outputs } from "#components/ui/trpc.ts";
import { InviteForm } from "./invite-form.tsx";
import { MemberStatusForm } from "./member-status-form.tsx";
import { NewLink } from "./new-link.tsx";
import { ResetForm } from "./reset-form.tsx";
import { RevokeLinkForm } from "./revoke-link-form.tsx";
import { RoleForm } from "./role-form.tsx";

const TITLES = {
  invite: "Invite a member",
  role: "Change the role",
  reset: "Offer a new password",
  disable: "Disable the member",
  enable: "Enable the member",
  revoke: "Withdraw the link",
};

interface MemberDialogProps {
  readonly doing: PendingAction;
  readonly readerId: string;
  readonly onClose: () => void;
}

/** One step at a time: the question, and after it, where there is one, the new link. */
export function MemberDialog({ doing, readerId, onClose }: MemberDialogProps) {
  const [made, setMade] = useState<Outputs["members"]["invite"]>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === undefined ? TITLES[doing.what] : "The one-time link"}
      closeButtonProps={{ "aria-label": "Close" }}
      // A link that is shown once must not vanish by a stray click or key.
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
      withCloseButton={made === undefined}
      transitionProps={{ duration: 0 }}
      size="lg"
    >
      {made !== undefined && <NewLink made={made} onDone={onClose} />}
      {made === undefined && doing.what === "invite" && <InviteForm onMade={setMade} onCancel={onClose} />}
      {made === undefined && doing.what === "reset" && (
        <ResetForm member={doing.member} onMade={setMade} onCancel={onClose} />
      )}
      {doing.what === "role" && <RoleForm member={doing.member} onDone={onClose} />}
      {(doing.what === "disable" || doing.what === "enable") && (
        <MemberStatusForm member={doing.member} readerId={readerId} onDone={onClose} />
      )}
      {doing.what === "revoke" && <RevokeLinkForm link={doing.link} onDone={onClose} />}
    </Modal>
  );
}
