"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Panel } from "#components/ui/panel.tsx";

const PasswordForm = dynamic(async () => (await import("./password-form.tsx")).PasswordForm);

/** One's own password. The form is fetched when it is opened: few visits to the page need it. */
export function PasswordPanel({ email }: { readonly email: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title="Password">
      {open ? (
        <PasswordForm email={email} />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          Change the password
        </Button>
      )}
    </Panel>
  );
}
