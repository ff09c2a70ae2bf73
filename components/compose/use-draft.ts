import { TRPCClientError } from "@trpc/client";
import { useEffect, useState } from "react";
import { v4 as uuid } from "uuid";
import { type Outputs, useTRPCClient } from "#components/ui/trpc.ts";
import { readDraft } from "#lib/compose/compose-form.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { type Keeping, keepDraft, type SaveOutcome, type StoredDraft, type Unsaved } from "./draft-keeper.ts";
import { dropStashed, stash, tabId } from "./stash.ts";

export interface LoadedDraft extends Unsaved {
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
export function useDraft(loaded: LoadedDraft, onNewer: (stored: StoredDraft) => void) {
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
