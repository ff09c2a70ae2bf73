"use client";

import { TRPCClientError } from "@trpc/client";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import { v4 as uuid } from "uuid";
import { lazily } from "#components/ui/lazily.tsx";
import { Page } from "#components/ui/page.tsx";
import { type Outputs, useTRPCClient } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { type DraftContent, readDraft, writeDraft } from "#lib/compose/compose-form.ts";
import { routes } from "#lib/console/routes.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { Composer } from "./composer.tsx";
import { type Keeping, keepDraft, type SaveOutcome, type StoredDraft, type Unsaved } from "./draft-keeper.ts";
import type { GivenReason } from "./given-reasons.tsx";
import { dropStashed, moveToNewDraft, readStashed, stash, tabId } from "./stash.ts";

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

interface LoadedDraft extends Unsaved {
  readonly draftId: string;
  readonly memberId: string;
  readonly updatedAt: string | undefined;
  /** Text that this browser stored and the server does not have yet. */
  readonly unsaved: string | undefined;
}

/**
 * Saves a draft while the component is mounted. Calls `onNewer` if another tab saved the draft and this tab has no
 * unsaved text.
 */
function useDraft(loaded: LoadedDraft, onNewer: (stored: StoredDraft) => void) {
  const client = useTRPCClient();
  const { draftId, memberId } = loaded;
  const [keeping, setKeeping] = useState<Keeping>({ state: "saved", at: loaded.updatedAt });
  const [keeper] = useState(() =>
    keepDraft(loaded, {
      save({ content, replaces }, saveId) {
        const draft = readDraft(content);
        const title = draft === undefined ? "" : titleOf(draft.form.title, draft.form.instructions);
        return settle(client.drafts.save.mutate({ draftId, title, content, saveId, replaces: [...replaces] }));
      },
      stash(unsaved) {
        const entry = { draftId, memberId, tabId: tabId() };
        if (unsaved === undefined) dropStashed(entry);
        else stash({ ...entry, ...unsaved, at: new Date().toISOString() });
      },
      later(call, milliseconds) {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
      newId: uuid,
      onChange: setKeeping,
    }),
  );

  useEffect(() => {
    const flush = () => void keeper.flush();
    const look = async () => {
      if (document.visibilityState === "hidden") return flush();
      const newer = await keeper.findNewer(() => client.drafts.get.query({ draftId }).catch(() => null));
      if (newer !== undefined) onNewer(newer);
    };
    flush();
    const listening = new AbortController();
    for (const type of ["pagehide", "online"]) window.addEventListener(type, flush, listening);
    document.addEventListener("visibilitychange", look, listening);
    window.addEventListener("focus", look, listening);
    return () => {
      listening.abort();
      flush();
    };
  }, [client, keeper, draftId, onNewer]);

  return { keeping, keeper };
}

async function settle(saving: Promise<Outputs["drafts"]["save"]>): Promise<SaveOutcome> {
  try {
    const result = await saving;
    return result.saved
      ? { ok: true, updatedAt: result.updatedAt }
      : { ok: false, why: "conflict", stored: result.stored };
  } catch (error) {
    if (!(error instanceof TRPCClientError) || error.data === null || error.data === undefined) {
      return { ok: false, why: "unreachable" };
    }
    const { code, httpStatus } = error.data;
    if (code === "UNAUTHORIZED") return { ok: false, why: "signed out" };
    if (httpStatus >= 500) return { ok: false, why: "unreachable" };
    return { ok: false, why: "refused", message: error.message };
  }
}
