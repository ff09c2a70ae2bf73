"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { PendingAction } from "#components/ui/pending-action.ts";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { LinkTable } from "./link-table.tsx";
import { MemberTable } from "./member-table.tsx";
import styles from "./members.module.css";

const MemberDialog = dynamic(async () => (await import("./member-dialog.tsx")).MemberDialog);

/** Who may work in the console, and what an administrator does about it. */
export function MembersScreen({ readerId }: { readonly readerId: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.members.list.queryOptions());
  const [doing, setDoing] = useState<PendingAction>();
  return (
    <Page>
      <PageHead
        title="Members"
        about="Who may sign in, and as what. Nobody is deleted, for the record names them: who leaves is disabled."
        actions={<PlainButton onClick={() => setDoing({ what: "invite" })}>Invite a member</PlainButton>}
      />
      <div className={styles.lists}>
        <MemberTable members={data.members} readerId={readerId} onDo={setDoing} />
        {data.invitations.length > 0 && (
          <Panel title="Open links">
            <LinkTable links={data.invitations} onDo={setDoing} />
          </Panel>
        )}
      </div>
      {doing !== undefined && <MemberDialog doing={doing} readerId={readerId} onClose={() => setDoing(undefined)} />}
    </Page>
  );
}
