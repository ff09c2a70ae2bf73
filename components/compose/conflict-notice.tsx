"use client";

import { Button } from "@mantine/core";
import { Alert } from "#components/ui/alert.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import styles from "./composer.module.css";
import type { StoredDraft } from "./draft-keeper.ts";

interface ConflictNoticeProps {
  /** Null: the draft was submitted or discarded. */
  readonly theirs: StoredDraft | null;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
  readonly onKeepBoth: () => void;
}

/** Two hands on one draft: nothing is lost until its writer has chosen. */
export function ConflictNotice({ theirs, onTakeTheirs, onKeepMine, onKeepBoth }: ConflictNoticeProps) {
  return (
    <Alert
      title={theirs === null ? "This draft was submitted or discarded elsewhere" : "This draft was changed elsewhere"}
      tone="bad"
      live
    >
      <p>
        {theirs === null ? (
          "What you have here is kept in this browser, and nowhere else."
        ) : (
          <>
            Another tab or browser saved it <TimeText at={theirs.updatedAt} />. What you have here is not saved, and
            nothing was overwritten.
          </>
        )}
      </p>
      <div className={styles.choices}>
        <Button size="xs" onClick={onKeepBoth}>
          Keep mine as a new draft
        </Button>
        <Button size="xs" variant="default" onClick={onKeepMine}>
          {theirs === null ? "Save mine again" : "Overwrite it with mine"}
        </Button>
        {theirs !== null && (
          <Button size="xs" variant="default" onClick={onTakeTheirs}>
            Take the other, drop mine
          </Button>
        )}
      </div>
    </Alert>
  );
}
