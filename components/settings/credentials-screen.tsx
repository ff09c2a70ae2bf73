"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Empty } from "#components/ui/empty.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { Doing } from "./credential-dialog.tsx";
import { CredentialTable } from "./credential-table.tsx";

const CredentialDialog = dynamic(async () => (await import("./credential-dialog.tsx")).CredentialDialog);

/** Who may call `/v1/predict`: the credentials, and what an administrator does with them. */
export function CredentialsScreen() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.credentials.list.queryOptions());
  const [doing, setDoing] = useState<Doing>();
  return (
    <Page>
      <PageHead
        title="Credentials"
        about="Keys with which backends call POST /v1/predict. A key is shown once, when it is made; only its digest is kept."
        actions={<PlainButton onClick={() => setDoing({ what: "issue" })}>Issue a credential</PlainButton>}
      />
      {data.length === 0 ? (
        <Empty title="No backend can call yet">Issue a credential, and give its key to whoever runs the backend.</Empty>
      ) : (
        <CredentialTable credentials={data} onDo={setDoing} />
      )}
      {doing !== undefined && <CredentialDialog doing={doing} onClose={() => setDoing(undefined)} />}
    </Page>
  );
}
