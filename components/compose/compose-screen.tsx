"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import { Page } from "#components/ui/page.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { type DraftContent, readDraft, writeDraft } from "#lib/compose/compose-form.ts";
import { routes } from "#lib/console/routes.ts";
import { Composer } from "./composer.tsx";
import type { StoredDraft } from "./draft-keeper.ts";
import type { GivenReason } from "./given-reasons.tsx";
import { moveToNewDraft, readStashed, tabId } from "./stash.ts";
import { type LoadedDraft, useDraft } from "./use-draft.ts";

// Loaded lazily, because both alerts are rare.
const ConflictAlert = lazily(async () => (await import("./draft-alerts.tsx")).ConflictAlert);
const LeftoverAlert = lazily(async () => (await import("./draft-alerts.tsx")).LeftoverAlert);

interface ComposeScreenProps {
  readonly draftId: string;
  readonly memberId: string;
  readonly release: string;
  /** The draft stored on the server; null for a new draft. */
  readonly stored: StoredDraft | null;
  /** Empty draft. Used for a new draft, or if the stored content cannot be read. */
  readonly blank: DraftContent;
  readonly reasons: readonly GivenReason[];
}

/** Draft editor. Restores unsaved text from this tab and offers unsaved text from other tabs. */
export function ComposeScreen({ draftId, memberId, release, stored, blank, reasons }: ComposeScreenProps) {
  const hydrated = useHydrated();
  const [latest, setLatest] = useState<{ stored: StoredDraft | null; turn: number }>({ stored, turn: 0 });
  const take = useCallback((newer: StoredDraft) => setLatest(({ turn }) => ({ stored: newer, turn: turn + 1 })), []);
  const stashed = useMemo(
    () => (hydrated ? readStashed(memberId).filter((entry) => entry.draftId === draftId) : []),
    [hydrated, memberId, draftId],
  );
  // Unsaved text from before the page load is ignored once the writer has switched to a newer version of the draft.
  const own = latest.turn === 0 ? stashed.find((entry) => entry.tabId === tabId()) : undefined;
  const loaded: LoadedDraft = {
    draftId,
    memberId,
    content: latest.stored?.content ?? writeDraft(blank),
    replaces: own?.replaces ?? [latest.stored?.saveId ?? null],
    updatedAt: latest.stored?.updatedAt,
    unsaved: own?.content,
  };
  const leftovers = hydrated ? stashed.filter((entry) => entry.tabId !== tabId()) : [];
  return (
    <Page width="wide">
      {leftovers.length > 0 && <LeftoverAlert entries={leftovers} />}
      <KeptComposer
        key={`${latest.turn} ${own?.at}`}
        loaded={loaded}
        release={release}
        blank={blank}
        reasons={reasons}
        onTake={take}
      />
    </Page>
  );
}

interface KeptComposerProps extends Pick<ComposeScreenProps, "release" | "blank" | "reasons"> {
  readonly loaded: LoadedDraft;
  readonly onTake: (stored: StoredDraft) => void;
}

function KeptComposer({ loaded, release, blank, reasons, onTake }: KeptComposerProps) {
  const router = useRouter();
  const { keeping, keeper } = useDraft(loaded, onTake);
  const [start] = useState(() => readDraft(loaded.unsaved ?? loaded.content) ?? blank);

  function keepBoth() {
    const { draftId, memberId, replaces } = loaded;
    const entry = { draftId, memberId, replaces, tabId: tabId(), content: keeper.current() };
    const newDraftId = moveToNewDraft({ ...entry, at: new Date().toISOString() });
    keeper.end();
    router.push(routes.draft(newDraftId));
  }

  return (
    <>
      {keeping.state === "conflict" && (
        <ConflictAlert
          theirs={keeping.theirs}
          onKeepBoth={keepBoth}
          onKeepMine={() => void keeper.overwrite()}
          onTakeTheirs={(theirs) => {
            keeper.end();
            onTake(theirs);
          }}
        />
      )}
      <Composer
        draftId={loaded.draftId}
        release={release}
        start={start}
        reasons={reasons}
        keeper={keeper}
        keeping={keeping}
      />
    </>
  );
}
