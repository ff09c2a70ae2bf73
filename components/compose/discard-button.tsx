"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import type { DraftKeeper } from "./draft-keeper.ts";

const ConfirmDialog = lazily(async () => (await import("#components/ui/confirm-dialog.tsx")).ConfirmDialog);

export function DiscardButton({ draftId, keeper }: { readonly draftId: string; readonly keeper: DraftKeeper }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  const discard = useMutation(
    trpc.drafts.discard.mutationOptions({
      onSuccess() {
        keeper.end();
        router.push(routes.compose);
      },
    }),
  );
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Discard
      </Button>
      {asks && (
        <ConfirmDialog
          onClose={() => setAsks(false)}
          title="Discard this draft?"
          action="Discard"
          destructive
          state={discard}
          failure="The draft was not discarded"
          onConfirm={() => discard.mutate({ draftId, replaces: keeper.replaces() })}
        >
          <p>The draft is deleted from the server. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
