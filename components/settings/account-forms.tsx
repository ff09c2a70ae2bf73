"use client";

import { Button, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

const NameForm = dynamic(async () => (await import("./name-form.tsx")).NameForm);
const PasswordForm = dynamic(async () => (await import("./password-form.tsx")).PasswordForm);
const MailSetting = lazy(() => import("./mail-setting.tsx").then((module) => ({ default: module.MailSetting })));

/** Forms for the member's name, password and e-mail setting. Each form is loaded when opened; few visits need one. */
export function AccountForms({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <>
      <FormPanel title="Name" action="Change name" form={<NameForm name={name} />}>
        <Text mb="xs">{name}</Text>
      </FormPanel>
      <FormPanel title="Password" action="Change password" form={<PasswordForm email={email} />} />
      <MailPanel />
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

/** Renders nothing if the deployment sends no e-mail. */
function MailPanel() {
  const trpc = useTRPC();
  const { data: active } = useSuspenseQuery(trpc.members.mailNotices.queryOptions());
  if (active === null) return null;
  return (
    <Panel title="E-mail">
      <Suspense>
        <MailSetting active={active} />
      </Suspense>
    </Panel>
  );
}
