"use client";

import { Alert, Button, Group } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import type { StoredDraft } from "./draft-keeper.ts";
import { dropStashed, moveToNewDraft, type Stashed } from "./stash.ts";

interface ConflictAlertProps {
  /** The version saved elsewhere; null if the draft was submitted or discarded. */
  readonly theirs: StoredDraft | null;
  readonly onTakeTheirs: (theirs: StoredDraft) => void;
  readonly onKeepMine: () => void;
  readonly onKeepBoth: () => void;
}

export function ConflictAlert({ theirs, onTakeTheirs, onKeepMine, onKeepBoth }: ConflictAlertProps) {
  const what = theirs === null ? "submitted or discarded" : "changed";
  return (
    <Alert color="bad" role="alert" title={`This draft was ${what} in another tab or browser`}>
      {theirs === null ? (
        "Your text is stored in this browser only."
      ) : (
        <>
          The other version was saved <TimeText exact at={theirs.updatedAt} />. Your version is not saved on the server.
          Neither version was overwritten.
        </>
      )}
      <Group gap="xs" mt="xs">
        <Button onClick={onKeepBoth}>Save my version as a new draft</Button>
        <Button variant="default" onClick={onKeepMine}>
          {theirs === null ? "Save my version again" : "Overwrite the other version"}
        </Button>
        {theirs !== null && (
          <Button variant="default" onClick={() => onTakeTheirs(theirs)}>
            Discard my version
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Offers unsaved text of this draft that other tabs of this browser stored. */
export function LeftoverAlert({ entries }: { readonly entries: readonly Stashed[] }) {
  const router = useRouter();
  const [handled, setHandled] = useState<readonly Stashed[]>([]);
  const entry = entries.find((one) => !handled.includes(one));
  if (entry === undefined) return null;
  const handle = () => setHandled((before) => [...before, entry]);
  return (
    <Alert color="warn" role="status" title="Another tab has unsaved changes to this draft">
      The changes were made <TimeText exact at={entry.at} />, possibly in a tab that is now closed. They are stored in
      this browser only.
      <Group gap="xs" mt="xs">
        <Button
          onClick={() => {
            handle();
            router.push(routes.draft(moveToNewDraft(entry)));
          }}
        >
          Open as a new draft
        </Button>
        <Button
          variant="default"
          onClick={() => {
            handle();
            dropStashed(entry);
          }}
        >
          Delete the changes
        </Button>
      </Group>
    </Alert>
  );
}
