"use client";

import { Alert, Button, Group } from "@mantine/core";
import { TimeText } from "#components/ui/time-text.tsx";
import type { StoredDraft } from "./draft-keeper.ts";

interface ConflictAlertProps {
  /** Null: the draft was submitted or discarded. */
  readonly theirs: StoredDraft | null;
  readonly onTakeTheirs: (theirs: StoredDraft) => void;
  readonly onKeepMine: () => void;
  readonly onKeepBoth: () => void;
}

/** Lets the writer choose between their text and what another tab saved. */
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
