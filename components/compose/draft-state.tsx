"use client";

import { Alert, Button, Group } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import type { Keeping, StoredDraft } from "./draft-keeper.ts";
import { dropStashed, moveToNewDraft, type Stashed } from "./stash.ts";

/** Whether the draft is saved. */
export function SaveState({ keeping }: { readonly keeping: Keeping }) {
  return <span role="status">{stateInWords(keeping)}</span>;
}

const NOT_SAVED = <StatusBadge tone="warn">Not saved</StatusBadge>;

function stateInWords(keeping: Keeping) {
  switch (keeping.state) {
    case "saved":
      if (keeping.at === undefined) return "Drafts are saved automatically.";
      return (
        <>
          Draft saved <TimeText at={keeping.at} />
        </>
      );
    case "unsaved":
      return "Saving…";
    case "unreachable":
      return (
        <>{NOT_SAVED} The server does not answer. Your text is kept in this browser and saved as soon as it does.</>
      );
    case "signed out":
      return (
        <>
          {NOT_SAVED} Your session has ended. Your text is kept in this browser.{" "}
          <a href={routes.signIn()} target="_blank" rel="noreferrer">
            Sign in in another tab
          </a>{" "}
          to save it.
        </>
      );
    case "refused":
      return (
        <>
          {NOT_SAVED} {keeping.message} Your text is kept in this browser.
        </>
      );
    case "conflict":
      return <>{NOT_SAVED} The draft was changed elsewhere. Choose a version below.</>;
  }
}

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

/** Offers text of this draft that another tab of this browser has not saved. */
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
