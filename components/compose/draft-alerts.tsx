"use client";

import { Alert, Button, Group } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import type { StoredDraft } from "./draft-keeper.ts";
import { dropStashed, moveToNewDraft, type Stashed } from "./stash.ts";

interface ConflictAlertProps {
  /** Null if the draft was submitted or discarded. */
  readonly theirs: StoredDraft | null;
  readonly onTakeTheirs: (theirs: StoredDraft) => void;
  readonly onKeepMine: () => void;
  readonly onKeepBoth: () => void;
}

/** Resolves a conflict between the writer's text and the version that another tab saved. */
export function ConflictAlert({ theirs, onTakeTheirs, onKeepMine, onKeepBoth }: ConflictAlertProps) {
  const what = theirs === null ? "submitted or discarded" : "changed";
  return (
    <Alert color="bad" role="alert" title={`This draft was ${what} elsewhere`}>
      {theirs === null ? (
        "Your text is kept in this browser only."
      ) : (
        <>
          Another tab or browser saved it <TimeText at={theirs.updatedAt} />. Your text is not saved, and nothing was
          overwritten.
        </>
      )}
      <Group gap="xs" mt="xs">
        <Button onClick={onKeepBoth}>Keep mine as a new draft</Button>
        <Button variant="default" onClick={onKeepMine}>
          {theirs === null ? "Save mine again" : "Overwrite it with mine"}
        </Button>
        {theirs !== null && (
          <Button variant="default" onClick={() => onTakeTheirs(theirs)}>
            Use the other, drop mine
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Offers unsaved text of this draft from other tabs of this browser. */
export function LeftoverAlert({ entries }: { readonly entries: readonly Stashed[] }) {
  const router = useRouter();
  const [handled, setHandled] = useState<readonly Stashed[]>([]);
  const entry = entries.find((one) => !handled.includes(one));
  if (entry === undefined) return null;
  const handle = () => setHandled((before) => [...before, entry]);
  return (
    <Alert color="warn" role="status" title="Another tab has unsaved text of this draft">
      It was written <TimeText at={entry.at} />, perhaps in a tab that was closed. It is kept in this browser.
      <Group gap="xs" mt="xs">
        <Button
          onClick={() => {
            handle();
            router.push(routes.draft(moveToNewDraft(entry)));
          }}
        >
          Open it as a new draft
        </Button>
        <Button
          variant="default"
          onClick={() => {
            handle();
            dropStashed(entry);
          }}
        >
          Delete it
        </Button>
      </Group>
    </Alert>
  );
}
