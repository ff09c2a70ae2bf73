"use client";

import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { usePermitted } from "#components/ui/permitted.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { Member } from "#lib/domain/members.ts";
import { NameForm } from "./name-form.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { TokensPanel } from "./tokens-panel.tsx";

const PasswordForm = lazily(async () => (await import("./password-form.tsx")).PasswordForm);
const NotificationForm = lazily(async () => (await import("./notification-form.tsx")).NotificationForm);

type AccountProps = Pick<Member, "name" | "email" | "role"> & { readonly hasPassword: boolean };

export function AccountScreen({ name, email, role, hasPassword }: AccountProps) {
  return (
    <Page width="narrow" title="Your account" about={`${email}, ${role}. You cannot change your own role.`}>
      <Panel title="Name">
        <NameForm name={name} />
      </Panel>
      {hasPassword && <PasswordPanel email={email} />}
      <NotificationPanel />
      <SessionsPanel />
      <TokensPanel />
    </Page>
  );
}

/** The form is loaded when opened; few visits need it. */
function PasswordPanel({ email }: Pick<AccountProps, "email">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Password">
      {isOpen ? (
        <PasswordForm email={email} />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      )}
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
