"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

const MailSetting = lazy(() => import("./mail-setting.tsx").then((module) => ({ default: module.MailSetting })));

/** Whether one gets notices by e-mail. Nothing, and no code, where the deployment sends none. */
export function MailPanel() {
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
