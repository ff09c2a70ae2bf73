import type { Outputs } from "#components/ui/trpc.ts";

export type Keeping =
  | { readonly state: "saved"; readonly at: string | undefined }
  | { readonly state: "unsaved" }
  /** The server did not respond. The text is stored in this browser, and the save is retried. */
  | { readonly state: "unreachable" }
  | { readonly state: "signed out" }
  | { readonly state: "refused"; readonly message: string }
  /** Another tab or browser saved the draft; `theirs` is null if the draft was submitted or discarded. */
  | { readonly state: "conflict"; readonly theirs: StoredDraft | null };

export type StoredDraft = NonNullable<Outputs["drafts"]["get"]>;

export interface Unsaved {
  readonly content: string;
  /**
   * IDs of the saves that the content may overwrite: the last confirmed save (null: none), then saves without a
   * response, which the server may have stored.
   */
  readonly replaces: readonly (string | null)[];
}

export type SaveOutcome =
  | { readonly ok: true; readonly updatedAt: string }
  | { readonly ok: false; readonly why: "unreachable" | "signed out" }
  | { readonly ok: false; readonly why: "refused"; readonly message: string }
  | { readonly ok: false; readonly why: "conflict"; readonly stored: StoredDraft | null };

export interface KeeperEdges {
  save(unsaved: Unsaved, saveId: string): Promise<SaveOutcome>;
  /** Stores unsaved text so that the text survives a reload; undefined deletes the stored text. */
  stash(unsaved: Unsaved | undefined): void;
  /** Schedules a call; returns a function that cancels the call. */
  later(call: () => void, milliseconds: number): () => void;
  newId(): string;
  onChange(keeping: Keeping): void;
}

export type DraftKeeper = ReturnType<typeof keepDraft>;

/** Delay between the last keystroke and the save. */
const PAUSE_MS = 800;
const RETRY_MS = 2_000;
const MAX_UNANSWERED = 31;
/** Shared object, so that React skips the rerender if the state is already "unsaved". */
const UNSAVED: Keeping = { state: "unsaved" };

/**
 * Saves a draft while it is edited: in this browser immediately, and on the server after a pause. Only one save runs at
 * a time. The server overwrites only the saves listed in the request, so another writer's text is never lost.
 */
export function keepDraft(loaded: Unsaved & { readonly unsaved?: string | undefined }, edges: KeeperEdges) {
  let saved = loaded.content;
  let current = loaded.unsaved ?? loaded.content;
  let { replaces } = loaded;
  let sent: { content: string; saveId: string } | undefined;
  let savedAt: string | undefined;
  let saving: Promise<void> | undefined;
  let conflict: { readonly theirs: StoredDraft | null } | undefined;
  let ended = false;
  let cancel = () => {};

  const isSaved = () => current === saved && replaces.length === 1;
  const notify = (keeping: Keeping) => {
    if (!ended) edges.onChange(keeping);
  };
  const plan = (milliseconds: number) => {
    cancel();
    if (!ended && conflict === undefined) cancel = edges.later(() => void send(), milliseconds);
  };

  function rest(): void {
    cancel();
    edges.stash(undefined);
    notify({ state: "saved", at: savedAt });
  }

  function settle({ content, saveId, updatedAt }: StoredDraft): void {
    saved = content;
    replaces = [saveId];
    savedAt = updatedAt;
    if (isSaved()) rest();
    else plan(PAUSE_MS);
  }

  function send(): Promise<void> {
    cancel();
    saving ??= sendNow().finally(() => {
      saving = undefined;
    });
    return saving;
  }

  async function sendNow(): Promise<void> {
    if (ended || isSaved()) return;
    const content = current;
    const before = replaces;
    if (sent?.content !== content) sent = { content, saveId: edges.newId() };
    const { saveId } = sent;
    const [confirmed = null, ...unanswered] = before.filter((id) => id !== saveId);
    replaces = [confirmed, ...unanswered.slice(1 - MAX_UNANSWERED), saveId];
    edges.stash({ content, replaces });
    const outcome = await edges.save({ content, replaces: before }, saveId);
    if (ended) return;
    if (outcome.ok) return settle({ content, saveId, updatedAt: outcome.updatedAt });
    switch (outcome.why) {
      case "conflict":
        if (outcome.stored?.content === content) return settle(outcome.stored);
        conflict = { theirs: outcome.stored };
        return notify({ state: "conflict", theirs: outcome.stored });
      case "refused":
        return notify({ state: "refused", message: outcome.message });
      default:
        notify({ state: outcome.why });
        plan(RETRY_MS);
    }
  }

  return {
    /** Must be called with the full content after every edit. */
    change(content: string) {
      if (ended || content === current) return;
      current = content;
      if (isSaved()) return rest();
      edges.stash({ content, replaces });
      if (conflict === undefined) notify(UNSAVED);
      plan(PAUSE_MS);
    },
    /** Saves immediately, for example when the writer leaves the page. */
    flush: () => (conflict === undefined ? send() : Promise.resolve()),
    /** Resolves a conflict by overwriting the version that the conflict reported. */
    async overwrite(): Promise<void> {
      const { content = "", saveId = null, updatedAt } = conflict?.theirs ?? {};
      saved = content;
      savedAt = updatedAt;
      replaces = [saveId];
      conflict = undefined;
      if (isSaved()) rest();
      else await send();
    },
    /** Returns the IDs of the saves that this tab may overwrite or discard. */
    replaces: () => [...replaces],
    /** Stops saving. Must be called when the draft is submitted or discarded. */
    end(): void {
      ended = true;
      cancel();
      edges.stash(undefined);
    },
    /** Returns the server's draft, fetched by `read`, if another tab saved it and this tab has no unsaved text. */
    async findNewer(read: () => Promise<StoredDraft | null>): Promise<StoredDraft | undefined> {
      const held = replaces[0];
      const stored = await read();
      // If a save of this tab was confirmed during the read, that save may be newer than `stored`.
      const isNewer = stored !== null && isSaved() && replaces[0] === held && stored.saveId !== held;
      return isNewer ? stored : undefined;
    },
    current: () => current,
  };
}
