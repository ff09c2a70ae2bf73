/** How a draft stands, for who writes it. */
export type Keeping =
  | { readonly state: "saved"; readonly at: string | undefined }
  | { readonly state: "unsaved" }
  /** The text is kept in this browser, and sent again and again. */
  | { readonly state: "unreachable" }
  | { readonly state: "signed out" }
  | { readonly state: "refused"; readonly message: string }
  /** Somebody else's hand, or another tab: `theirs` is null where the draft is gone. */
  | { readonly state: "conflict"; readonly theirs: StoredDraft | null };

export interface StoredDraft {
  readonly content: string;
  readonly revision: number;
  readonly updatedAt: string;
}

export interface Unsaved {
  readonly content: string;
  /** The revision that the edits were made on. */
  readonly revision: number;
  /** What was sent and not answered: the server may hold it, and then it is nobody else's. */
  readonly unanswered: readonly string[];
}

export type SaveOutcome =
  | { readonly ok: true; readonly revision: number; readonly updatedAt: string }
  | { readonly ok: false; readonly why: "conflict" | "unreachable" | "signed out" }
  | { readonly ok: false; readonly why: "refused"; readonly message: string };

/** What a keeper works with: the server, this browser's storage, and the timer. */
export interface KeeperEdges {
  /** Saves on top of a revision; 0 for a new draft. */
  save(content: string, revision: number): Promise<SaveOutcome>;
  /** What the server holds now. */
  fetch(): Promise<StoredDraft | null>;
  /** Keeps what is not saved where it survives a reload, or forgets it. */
  stash(unsaved: Unsaved | undefined): void;
  /** Calls back later; returns how to call that off. */
  later(call: () => void, milliseconds: number): () => void;
  onChange(keeping: Keeping): void;
}

export interface DraftKeeper {
  /** Takes the draft as it stands after an edit. */
  change(content: string): void;
  /** Sends what is unsaved now, as when the reader leaves. */
  flush(): Promise<void>;
  /** After a conflict: what the reader has is what counts. */
  overwrite(): Promise<void>;
  /** Nothing is kept from here on: the draft was submitted or discarded. */
  end(): void;
  /** Whether the server has all of it. */
  isSaved(): boolean;
  /** The draft as it stands here. */
  current(): string;
  /** The revision that edits are made on. */
  revision(): number;
}

/** After the last key. */
const PAUSE_MS = 800;
const RETRY_MS = 2_000;
const MOST_UNANSWERED = 4;

/**
 * Keeps a draft while it is written: every edit at once in this browser, and after a pause on the server. One save runs
 * at a time. Nothing that the server holds is overwritten unless it is what the edits were made on.
 */
export function keepDraft(
  loaded: Pick<StoredDraft, "content" | "revision"> & Partial<Pick<Unsaved, "unanswered">>,
  edges: KeeperEdges,
): DraftKeeper {
  let revision = loaded.revision;
  let saved = loaded.content;
  let current = loaded.content;
  let unanswered = loaded.unanswered ?? [];
  let savedAt: string | undefined;
  let saving: Promise<void> | undefined;
  let stalled = false;
  let ended = false;
  let callOff = () => {};

  const tell = (keeping: Keeping) => {
    if (!ended) edges.onChange(keeping);
  };
  const keep = () => edges.stash({ content: current, revision, unanswered });
  const plan = (milliseconds: number) => {
    callOff();
    if (!ended && !stalled) callOff = edges.later(() => void send(), milliseconds);
  };

  function settle(stored: Pick<StoredDraft, "content" | "revision" | "updatedAt">): void {
    revision = stored.revision;
    saved = stored.content;
    savedAt = stored.updatedAt;
    unanswered = [];
    stalled = false;
    if (current === saved) {
      edges.stash(undefined);
      tell({ state: "saved", at: savedAt });
    } else plan(PAUSE_MS);
  }

  function send(): Promise<void> {
    callOff();
    saving ??= sendNow().finally(() => {
      saving = undefined;
    });
    return saving;
  }

  async function sendNow(): Promise<void> {
    if (ended || current === saved) return;
    const sent = current;
    unanswered = [...unanswered, sent].slice(-MOST_UNANSWERED);
    keep();
    const outcome = await edges.save(sent, revision);
    if (ended) return;
    if (outcome.ok) return settle({ content: sent, ...outcome });
    switch (outcome.why) {
      case "conflict":
        return meet();
      case "refused":
        return tell({ state: "refused", message: outcome.message });
      default:
        tell({ state: outcome.why });
        plan(RETRY_MS);
    }
  }

  /** The server holds another revision. Perhaps it is our own, and only its answer was lost. */
  async function meet(): Promise<void> {
    const theirs = await edges.fetch().catch(() => undefined);
    if (theirs === undefined) {
      tell({ state: "unreachable" });
      return plan(RETRY_MS);
    }
    if (theirs !== null && unanswered.includes(theirs.content)) return settle(theirs);
    stalled = true;
    tell({ state: "conflict", theirs });
  }

  return {
    change(content) {
      if (ended || content === current) return;
      current = content;
      if (current === saved && saving === undefined)
        return settle({ content: saved, revision, updatedAt: savedAt ?? "" });
      keep();
      if (!stalled) tell({ state: "unsaved" });
      plan(PAUSE_MS);
    },
    flush: () => (stalled ? Promise.resolve() : send()),
    async overwrite() {
      const theirs = await edges.fetch();
      revision = theirs?.revision ?? 0;
      saved = theirs?.content ?? "";
      stalled = false;
      await send();
    },
    end() {
      ended = true;
      callOff();
      edges.stash(undefined);
    },
    isSaved: () => current === saved,
    current: () => current,
    revision: () => revision,
  };
}
