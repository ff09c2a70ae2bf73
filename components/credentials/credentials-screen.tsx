"use client";

import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/frame/trpc.ts";
import { Empty } from "#components/ui/empty.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { CredentialDialog, type Doing } from "./credential-dialog.tsx";
import { CredentialTable } from "./credential-table.tsx";

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
        actions={
          <Button size="xs" onClick={() => setDoing({ what: "issue" })}>
            Issue a credential
          </Button>
        }
      />
      {data.length === 0 ? (
        <Empty title="No backend can call yet">Issue a credential, and give its key to whoever runs the backend.</Empty>
      ) : (
        <CredentialTable credentials={data} onDo={setDoing} />
      )}
      <CredentialDialog doing={doing} onClose={() => setDoing(undefined)} />
    </Page>
  );
}
