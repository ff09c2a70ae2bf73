"use client";

import { Button, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { usePermitted } from "#components/ui/permitted.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { Member } from "#lib/domain/members.ts";

const NameForm = lazily(async () => (await import("./name-form.tsx")).NameForm);
const PasswordForm = lazily(async () => (await import("./password-form.tsx")).PasswordForm);
const NotificationForm = lazily(async () => (await import("./notification-form.tsx")).NotificationForm);

export type AccountProps = Pick<Member, "name" | "email"> & { readonly hasPassword: boolean };

/** Forms for the member's name, password and notifications. Each form is loaded when opened; few visits need one. */
export function AccountForms({ name, email, hasPassword }: AccountProps) {
  return (
    <>
      <FormPanel title="Name" action="Change name" form={<NameForm name={name} />}>
        <Text mb="xs">{name}</Text>
      </FormPanel>
      {hasPassword && <FormPanel title="Password" action="Change password" form={<PasswordForm email={email} />} />}
      <NotificationPanel />
    </>
  );
}

interface FormPanelProps {
  readonly title: string;
  readonly action: string;
  readonly form: ReactNode;
  readonly children?: ReactNode;
}

function FormPanel({ title, action, form, children }: FormPanelProps) {
  const [open, setOpen] = useState(false);
  if (open) return <Panel title={title}>{form}</Panel>;
  return (
    <Panel title={title}>
      {children}
      <Button variant="default" onClick={() => setOpen(true)}>
        {action}
      </Button>
    </Panel>
  );
}

/** Renders nothing if the deployment sends no e-mail, unless the member is a reviewer, who may be away. */
function NotificationPanel() {
  const isReviewer = usePermitted()("decide");
  const trpc = useTRPC();
  const { data: chosen } = useSuspenseQuery(trpc.members.notifications.queryOptions());
  if (chosen.mail === null && !isReviewer) return null;
  return (
    <Panel title="Notifications">
      <NotificationForm chosen={chosen} isReviewer={isReviewer} />
    </Panel>
  );
}
