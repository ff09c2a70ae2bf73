"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { Page } from "#components/ui/page.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { type DraftContent, readDraft, writeDraft } from "#lib/compose/draft-content.ts";
import { Composer } from "./composer.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import type { StoredDraft } from "./draft-keeper.ts";
import { LeftoverNotice } from "./leftover-notice.tsx";
import { openAsNew } from "./open-as-new.ts";
import { readStashed, tabId } from "./stash.ts";
import { type LoadedDraft, useDraft } from "./use-draft.ts";

interface ComposeScreenProps {
  readonly draftId: string;
  readonly memberId: string;
  readonly release: string;
  /** What the server holds; null for a new draft. */
  readonly stored: StoredDraft | null;
  /** What a new draft starts from. */
  readonly blank: DraftContent;
}

/** A draft, with what this browser kept of it. */
export function ComposeScreen({ draftId, memberId, release, stored, blank }: ComposeScreenProps) {
  const hydrated = useHydrated();
  const [taken, setTaken] = useState<{ stored: StoredDraft | null; turn: number }>({ stored, turn: 0 });
  const take = useCallback((newer: StoredDraft) => setTaken(({ turn }) => ({ stored: newer, turn: turn + 1 })), []);
  const stashed = useMemo(
    () => (hydrated ? readStashed(memberId).filter((entry) => entry.draftId === draftId) : []),
    [hydrated, memberId, draftId],
  );
  // What was taken over since the page was loaded leaves the kept text behind.
  const own = taken.turn === 0 && hydrated ? stashed.find((entry) => entry.tabId === tabId()) : undefined;
  const loaded = useMemo(
    (): LoadedDraft => ({
      draftId,
      memberId,
      content: taken.stored?.content ?? writeDraft(blank),
      revision: own?.revision ?? taken.stored?.revision ?? 0,
      updatedAt: taken.stored?.updatedAt,
      unsaved: own?.content,
      unanswered: own?.unanswered ?? [],
    }),
    [draftId, memberId, taken, own, blank],
  );
  return (
    <Page>
      {hydrated && <LeftoverNotice entries={stashed.filter((entry) => entry.tabId !== tabId())} />}
      <KeptComposer key={`${taken.turn} ${own?.at}`} loaded={loaded} release={release} blank={blank} onTake={take} />
    </Page>
  );
}

interface KeptComposerProps {
  readonly loaded: LoadedDraft;
  readonly release: string;
  readonly blank: DraftContent;
  readonly onTake: (stored: StoredDraft) => void;
}

function KeptComposer({ loaded, release, blank, onTake }: KeptComposerProps) {
  const router = useRouter();
  const { keeping, keeper } = useDraft(loaded, onTake);
  const start = useMemo(() => readDraft(loaded.unsaved ?? loaded.content) ?? blank, [loaded, blank]);

  function keepBoth() {
    openAsNew(
      { ...loaded, tabId: tabId(), revision: 0, at: new Date().toISOString(), content: keeper.current() },
      router,
    );
    keeper.end();
  }

  return (
    <>
      {keeping.state === "conflict" && (
        <ConflictNotice
          theirs={keeping.theirs}
          onKeepBoth={keepBoth}
          onKeepMine={() => void keeper.overwrite()}
          onTakeTheirs={() => {
            keeper.end();
            if (keeping.theirs !== null) onTake(keeping.theirs);
          }}
        />
      )}
      <Composer draftId={loaded.draftId} release={release} start={start} keeper={keeper} keeping={keeping} />
    </>
  );
}
