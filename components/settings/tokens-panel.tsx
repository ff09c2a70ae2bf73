"use client";

import { Button, Text } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { TokenTable } from "./token-table.tsx";

const TokenDialog = lazily(async () => (await import("./token-dialog.tsx")).TokenDialog);

export function TokensPanel() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.tokens.list.queryOptions());
  const revoke = useMutation(trpc.tokens.revoke.mutationOptions());
  const [isNew, setNew] = useState(false);
  return (
    <Panel
      title="Personal tokens"
      aside={
        <Button variant="default" size="compact-xs" onClick={() => setNew(true)}>
          Create token
        </Button>
      }
    >
      <Text mb="xs">
        Scripts send a token instead of your password. A token can do only what both its scopes and your role permit. A
        revoked token stops working immediately.
      </Text>
      <TokenTable
        label="Your personal tokens"
        tokens={data}
        state={revoke}
        onRevoke={(tokenId) => revoke.mutate({ tokenId })}
      />
      {isNew && <TokenDialog onClose={() => setNew(false)} />}
    </Panel>
  );
}
