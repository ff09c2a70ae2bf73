/** Save state of a draft. */
export type Keeping =
  | { readonly state: "saved"; readonly at: string | undefined }
  | { readonly state: "unsaved" }
  /** The text is stored in this browser and the save is retried. */
  | { readonly state: "unreachable" }
  | { readonly state: "signed out" }
  | { readonly state: "refused"; readonly message: string }
  /** Another tab or browser saved the draft; `theirs` is null if it was submitted or discarded. */
  | { readonly state: "conflict"; readonly theirs: StoredDraft | null };

export interface StoredDraft {
  readonly content: string;
  readonly saveId: string;
  readonly updatedAt: string;
}

export interface Unsaved {
  readonly content: string;
  /**
   * The saves that the content may overwrite: the last one that the server confirmed (null: none), then unanswered
   * ones that it may have stored.
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
  /** Stores unsaved text so that it survives a reload; undefined deletes it. */
  stash(unsaved: Unsaved | undefined): void;
  /** Schedules a call; returns a function that cancels it. */
  later(call: () => void, milliseconds: number): () => void;
  newId(): string;
  onChange(keeping: Keeping): void;
}

export interface DraftKeeper {
  /** Takes the draft's content after an edit. */
  change(content: string): void;
  /** Saves at once, for example when the writer leaves the page. */
  flush(): Promise<void>;
  /** Resolves a conflict by overwriting the version that it showed. */
  overwrite(): Promise<void>;
  /** The save ids known to this tab; only these may be overwritten or discarded. */
  replaces(): (string | null)[];
  /** Stops saving, because the draft was submitted or discarded. */
  end(): void;
  /** Returns the draft that `read` finds on the server if another tab saved it while nothing is unsaved here. */
  findNewer(read: () => Promise<StoredDraft | null>): Promise<StoredDraft | undefined>;
  current(): string;
}

/** Delay after the last keystroke. */
const PAUSE_MS = 800;
const RETRY_MS = 2_000;
const MAX_UNANSWERED = 31;
/** One object for every keystroke, so that React skips the rerender. */
const UNSAVED: Keeping = { state: "unsaved" };

/**
 * Saves a draft while it is edited: each edit in this browser at once, and on the server after a pause. One save runs
 * at a time. The server overwrites only the saves that a request names, so another writer's text is safe.
 */
export function keepDraft(
  loaded: Unsaved & { readonly unsaved?: string | undefined },
  edges: KeeperEdges,
): DraftKeeper {
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
    change(content) {
      if (ended || content === current) return;
      current = content;
      if (isSaved()) return rest();
      edges.stash({ content, replaces });
      if (conflict === undefined) notify(UNSAVED);
      plan(PAUSE_MS);
    },
    flush: () => (conflict === undefined ? send() : Promise.resolve()),
    async overwrite() {
      const { content = "", saveId = null, updatedAt } = conflict?.theirs ?? {};
      saved = content;
      savedAt = updatedAt;
      replaces = [saveId];
      conflict = undefined;
      if (isSaved()) rest();
      else await send();
    },
    replaces: () => [...replaces],
    end() {
      ended = true;
      cancel();
      edges.stash(undefined);
    },
    async findNewer(read) {
      const held = replaces[0];
      const stored = await read();
      // If this tab had a save confirmed in the meantime, that save may be newer than the answer.
      const isNewer = stored !== null && isSaved() && replaces[0] === held && stored.saveId !== held;
      return isNewer ? stored : undefined;
    },
    current: () => current,
  };
}
