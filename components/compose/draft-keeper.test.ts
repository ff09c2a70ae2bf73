import { describe, expect, it } from "vitest";
import { type Keeping, keepDraft, type SaveOutcome, type StoredDraft, type Unsaved } from "./draft-keeper.ts";

/** A server that can be stopped, a browser's storage, and a clock that goes on when it is told to. */
function makeWorld(stored: StoredDraft | null = null) {
  const server = { stored, down: false, loseAnswers: false, saves: 0 };
  const stashed: { text: string | undefined; last: Unsaved | undefined } = { text: undefined, last: undefined };
  const told: Keeping[] = [];
  const timers = new Set<() => void>();
  const edges = {
    async save(content: string, revision: number): Promise<SaveOutcome> {
      if (server.down) return { ok: false, why: "unreachable" };
      server.saves++;
      if ((server.stored?.revision ?? 0) !== revision) return { ok: false, why: "conflict" };
      server.stored = { content, revision: revision + 1, updatedAt: `t${revision + 1}` };
      if (server.loseAnswers) return { ok: false, why: "unreachable" };
      return { ok: true, revision: revision + 1, updatedAt: server.stored.updatedAt };
    },
    async fetch() {
      if (server.down) throw new Error("unreachable");
      return server.stored;
    },
    stash(unsaved: Unsaved | undefined) {
      stashed.text = unsaved?.content;
      stashed.last = unsaved;
    },
    later(call: () => void) {
      timers.add(call);
      return () => timers.delete(call);
    },
    onChange: (keeping: Keeping) => void told.push(keeping),
  };
  /** Lets the pause or the wait for the next try pass. */
  async function pass() {
    const due = [...timers];
    timers.clear();
    for (const call of due) call();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }
  return { server, stashed, told, edges, pass, open: () => keepDraft(stored ?? { content: "", revision: 0 }, edges) };
}

describe("a keeper of drafts", () => {
  it("keeps each edit in the browser at once, and on the server after a pause", async () => {
    const world = makeWorld();
    const keeper = world.open();
    keeper.change("a");
    keeper.change("ab");
    expect(world.stashed.text).toBe("ab");
    expect(world.server.saves).toBe(0);
    await world.pass();
    expect(world.server).toMatchObject({ saves: 1, stored: { content: "ab", revision: 1 } });
    expect(world.stashed.text).toBeUndefined();
    expect(world.told.at(-1)).toEqual({ state: "saved", at: "t1" });
  });

  it("sends nothing where nothing changed", async () => {
    const world = makeWorld({ content: "a", revision: 3, updatedAt: "t3" });
    const keeper = world.open();
    keeper.change("a");
    await keeper.flush();
    await world.pass();
    expect(world.server.saves).toBe(0);
  });

  it("keeps the text while the server is away, says so, and saves when it is back", async () => {
    const world = makeWorld();
    const keeper = world.open();
    world.server.down = true;
    keeper.change("a");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "unreachable" });
    expect(world.stashed.text).toBe("a");
    await world.pass();
    world.server.down = false;
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "a" });
    expect(world.stashed.text).toBeUndefined();
    expect(world.told.at(-1)?.state).toBe("saved");
  });

  it("does not take its own save for another's where the answer was lost", async () => {
    const world = makeWorld();
    const keeper = world.open();
    world.server.loseAnswers = true;
    keeper.change("a");
    await world.pass();
    world.server.loseAnswers = false;
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "saved", at: "t1" });
  });

  it("knows its own save again that a reload cut off before the answer came", async () => {
    const world = makeWorld();
    const keeper = world.open();
    world.server.loseAnswers = true;
    keeper.change("a");
    void keeper.flush();
    const kept = world.stashed.last;
    await world.pass();
    // The page is gone.
    keeper.end();
    world.server.loseAnswers = false;
    const reloaded = keepDraft(
      { content: "", revision: kept?.revision ?? -1, unanswered: kept?.unanswered ?? [] },
      world.edges,
    );
    reloaded.change("a, and more");
    await reloaded.flush();
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "a, and more", revision: 2 });
    expect(world.told.at(-1)?.state).toBe("saved");
  });

  it("never overwrites what another tab has saved, and goes on only when it is told how", async () => {
    const world = makeWorld({ content: "a", revision: 1, updatedAt: "t1" });
    const keeper = world.open();
    const theirs = { content: "theirs", revision: 2, updatedAt: "t2" };
    world.server.stored = theirs;
    keeper.change("mine");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "conflict", theirs });
    keeper.change("mine, longer");
    await world.pass();
    await keeper.flush();
    expect(world.server.stored).toEqual(theirs);
    expect(world.stashed.text).toBe("mine, longer");
    await keeper.overwrite();
    expect(world.server.stored).toMatchObject({ content: "mine, longer", revision: 3 });
    expect(world.told.at(-1)?.state).toBe("saved");
  });

  it("tells that a draft is gone, and makes it anew where that is wanted", async () => {
    const world = makeWorld({ content: "a", revision: 4, updatedAt: "t4" });
    const keeper = world.open();
    world.server.stored = null;
    keeper.change("b");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "conflict", theirs: null });
    await keeper.overwrite();
    expect(world.server.stored).toMatchObject({ content: "b", revision: 1 });
  });

  it("saves what was typed while a save was under way", async () => {
    const world = makeWorld();
    const keeper = world.open();
    keeper.change("a");
    const first = keeper.flush();
    keeper.change("ab");
    await first;
    expect(world.stashed.text).toBe("ab");
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "ab", revision: 2 });
  });

  it("keeps nothing once the draft is submitted", async () => {
    const world = makeWorld();
    const keeper = world.open();
    keeper.change("a");
    keeper.end();
    await world.pass();
    expect(world.server.saves).toBe(0);
    expect(world.stashed.text).toBeUndefined();
  });
});
