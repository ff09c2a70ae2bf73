import { TRPCClientError } from "@trpc/client";
import { useEffect, useState } from "react";
import { useTRPCClient } from "#components/ui/trpc.ts";
import { readDraft } from "#lib/compose/draft-content.ts";
import { titleOf } from "#lib/console/submissions.ts";
import { type DraftKeeper, type Keeping, keepDraft, type SaveOutcome, type StoredDraft } from "./draft-keeper.ts";
import { dropStashed, stash, tabId } from "./stash.ts";

export interface LoadedDraft {
  readonly draftId: string;
  readonly memberId: string;
  /** What the server holds, or what a new draft starts from. */
  readonly content: string;
  /** 0 for a new one. */
  readonly revision: number;
  readonly updatedAt: string | undefined;
  /** What this browser kept of it since. */
  readonly unsaved: string | undefined;
  readonly unanswered: readonly string[];
}

/** Keeps a draft while the component is there. `onNewer`: another tab has saved it while nothing here is unsaved. */
export function useDraft(loaded: LoadedDraft, onNewer: (stored: StoredDraft) => void) {
  const client = useTRPCClient();
  const [keeping, setKeeping] = useState<Keeping>({ state: "saved", at: loaded.updatedAt });
  const [keeper] = useState((): DraftKeeper => {
    const { draftId, memberId, content, revision, unanswered } = loaded;
    return keepDraft(
      { content, revision, unanswered },
      {
        save: (text, on) =>
          settle(client.drafts.save.mutate({ ...naming(draftId, text), content: text, revision: on })),
        fetch: () => client.drafts.get.query({ draftId }),
        stash(unsaved) {
          const entry = { draftId, memberId, tabId: tabId() };
          if (unsaved === undefined) dropStashed(entry);
          else stash({ ...entry, ...unsaved, at: new Date().toISOString() });
        },
        later(call, milliseconds) {
          const timer = setTimeout(call, milliseconds);
          return () => clearTimeout(timer);
        },
        onChange: setKeeping,
      },
    );
  });

  useEffect(() => {
    if (loaded.unsaved !== undefined) keeper.change(loaded.unsaved);
  }, [keeper, loaded]);

  useEffect(() => {
    const flush = () => void keeper.flush();
    const look = async () => {
      if (document.visibilityState === "hidden") return flush();
      if (!keeper.isSaved()) return;
      const stored = await client.drafts.get.query({ draftId: loaded.draftId }).catch(() => null);
      if (stored !== null && stored.revision > keeper.revision() && keeper.isSaved()) onNewer(stored);
    };
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    return () => {
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("focus", look);
      flush();
    };
  }, [client, keeper, loaded.draftId, onNewer]);

  return { keeping, keeper };
}

function naming(draftId: string, content: string) {
  const draft = readDraft(content);
  return { draftId, title: draft === undefined ? "" : titleOf(draft.title, draft.form.instructions) };
}

async function settle(saving: Promise<{ revision: number; updatedAt: string }>): Promise<SaveOutcome> {
  try {
    return { ok: true, ...(await saving) };
  } catch (error) {
    if (!(error instanceof TRPCClientError) || error.data === null || error.data === undefined) {
      return { ok: false, why: "unreachable" };
    }
    const { code, httpStatus } = error.data;
    if (code === "CONFLICT") return { ok: false, why: "conflict" };
    if (code === "UNAUTHORIZED") return { ok: false, why: "signed out" };
    if (httpStatus >= 500) return { ok: false, why: "unreachable" };
    return { ok: false, why: "refused", message: "It is too long, or not to be kept: shorten it." };
  }
}
