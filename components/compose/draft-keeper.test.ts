import { describe, expect, it } from "vitest";
import { type Keeping, keepDraft, type SaveOutcome, type StoredDraft, type Unsaved } from "./draft-keeper.ts";

/** A server that can be stopped, a browser's storage, and a clock that goes on when it is told to. */
function makeWorld(stored: StoredDraft | null = null) {
  const server = { stored, down: false, loseAnswers: false, saves: 0 };
  const stashed: { last: Unsaved | undefined } = { last: undefined };
  const told: Keeping[] = [];
  const timers = new Set<() => void>();
  let ids = 0;
  const edges = {
    async save({ content, replaces }: Unsaved, saveId: string): Promise<SaveOutcome> {
      if (server.down) return { ok: false, why: "unreachable" };
      if (!replaces.includes(server.stored?.saveId ?? null))
        return { ok: false, why: "conflict", stored: server.stored };
      server.stored = { content, saveId, updatedAt: `t${++server.saves}` };
      return server.loseAnswers ? { ok: false, why: "unreachable" } : { ok: true, updatedAt: server.stored.updatedAt };
    },
    stash(unsaved: Unsaved | undefined) {
      stashed.last = unsaved;
    },
    later(call: () => void) {
      timers.add(call);
      return () => timers.delete(call);
    },
    newId: () => `save ${++ids}`,
    onChange: (keeping: Keeping) => void told.push(keeping),
  };
  /** Lets the pause or the wait for the next try pass. */
  async function pass() {
    const due = [...timers];
    timers.clear();
    for (const call of due) call();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }
  const open = () => keepDraft({ content: stored?.content ?? "", replaces: [stored?.saveId ?? null] }, edges);
  /** Opens what the server holds with what the browser kept, as after a reload. */
  const reopen = () =>
    keepDraft(
      {
        content: server.stored?.content ?? "",
        unsaved: stashed.last?.content,
        replaces: stashed.last?.replaces ?? [server.stored?.saveId ?? null],
      },
      edges,
    );
  return { server, stashed, told, edges, pass, open, reopen };
}

const drafted = (content: string): StoredDraft => ({ content, saveId: `of ${content}`, updatedAt: "t0" });

describe("a keeper of drafts", () => {
  it("keeps each edit in the browser at once, and on the server after a pause", async () => {
    const world = makeWorld();
    const keeper = world.open();
    keeper.change("a");
    keeper.change("ab");
    expect(world.stashed.last?.content).toBe("ab");
    expect(world.server.saves).toBe(0);
    await world.pass();
    expect(world.server).toMatchObject({ saves: 1, stored: { content: "ab" } });
    expect(world.stashed.last).toBeUndefined();
    expect(world.told.at(-1)).toEqual({ state: "saved", at: "t1" });
  });

  it("sends nothing where nothing changed", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    keeper.change("a");
    await keeper.flush();
    keeper.change("ab");
    keeper.change("a");
    await world.pass();
    expect(world.server.saves).toBe(0);
    expect(world.stashed.last).toBeUndefined();
  });

  it("keeps the text while the server is away, says so, and saves when it is back", async () => {
    const world = makeWorld();
    const keeper = world.open();
    world.server.down = true;
    keeper.change("a");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "unreachable" });
    expect(world.stashed.last?.content).toBe("a");
    await world.pass();
    world.server.down = false;
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "a" });
    expect(world.stashed.last).toBeUndefined();
    expect(world.told.at(-1)?.state).toBe("saved");
  });

  it("saves what was typed during a long outage over what the server held before", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    world.server.down = true;
    for (let edit = 0; edit < 100; edit++) {
      keeper.change(`a ${edit}`);
      await world.pass();
    }
    expect(world.stashed.last?.replaces.length).toBeLessThanOrEqual(32);
    world.server.down = false;
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "a 99" });
    expect(world.told.at(-1)?.state).toBe("saved");
  });

  it("does not take its own save for another's where answers and requests were lost", async () => {
    const world = makeWorld();
    const keeper = world.open();
    world.server.loseAnswers = true;
    keeper.change("a");
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "a" });
    world.server.down = true;
    keeper.change("ab");
    await world.pass();
    keeper.change("abc");
    world.server.down = false;
    world.server.loseAnswers = false;
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "abc" });
    expect(world.told.at(-1)?.state).toBe("saved");
  });

  it("takes back on the server what was taken back here while an answer was lost", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    world.server.loseAnswers = true;
    keeper.change("ab");
    await world.pass();
    world.server.loseAnswers = false;
    keeper.change("a");
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "a" });
    expect(world.told.at(-1)?.state).toBe("saved");
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
    world.stashed.last = kept;
    world.server.loseAnswers = false;
    const reloaded = world.reopen();
    await reloaded.flush();
    expect(world.stashed.last).toBeUndefined();
    reloaded.change("a, and more");
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "a, and more" });
    expect(world.told.at(-1)?.state).toBe("saved");
  });

  it("never overwrites what another tab has saved, and goes on only when it is told how", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    const theirs = drafted("theirs");
    world.server.stored = theirs;
    keeper.change("mine");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "conflict", theirs });
    keeper.change("mine, longer");
    await world.pass();
    await keeper.flush();
    keeper.change("a");
    keeper.change("mine, longer");
    await world.pass();
    expect(world.server.stored).toEqual(theirs);
    expect(world.stashed.last?.content).toBe("mine, longer");
    await keeper.overwrite();
    expect(world.server.stored).toMatchObject({ content: "mine, longer" });
    expect(world.told.at(-1)?.state).toBe("saved");
  });

  it("overwrites with what it started from, and has nothing to do where both are the same", async () => {
    for (const content of ["a", "theirs"]) {
      const world = makeWorld(drafted("a"));
      const keeper = world.open();
      world.server.stored = drafted("theirs");
      keeper.change("mine");
      await world.pass();
      keeper.change(content);
      await keeper.overwrite();
      expect(world.server.stored).toMatchObject({ content });
      expect(world.told.at(-1)?.state).toBe("saved");
    }
  });

  it("overwrites only what the conflict has shown", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    world.server.stored = drafted("theirs");
    keeper.change("mine");
    await world.pass();
    const later = drafted("theirs, later");
    world.server.stored = later;
    await keeper.overwrite();
    expect(world.server.stored).toEqual(later);
    expect(world.told.at(-1)).toEqual({ state: "conflict", theirs: later });
  });

  it("sees no conflict where another tab has saved the same text", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    world.server.stored = drafted("ab");
    keeper.change("ab");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "saved", at: "t0" });
  });

  it("tells that a draft is gone, and creates it again where that is wanted", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    world.server.stored = null;
    keeper.change("b");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "conflict", theirs: null });
    await keeper.overwrite();
    expect(world.server.stored).toMatchObject({ content: "b" });
  });

  it("finds what another tab has saved, while nothing here is unsaved", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    const find = () => keeper.findNewer(async () => world.server.stored);
    expect(await find()).toBeUndefined();
    world.server.stored = drafted("b");
    expect(await find()).toEqual(drafted("b"));
    keeper.change("ab");
    expect(await find()).toBeUndefined();
  });

  it("does not take for newer what the server held before a save of its own", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    const answer = Promise.withResolvers<StoredDraft | null>();
    const newer = keeper.findNewer(() => answer.promise);
    keeper.change("ab");
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "ab" });
    answer.resolve(drafted("a"));
    expect(await newer).toBeUndefined();
  });

  it("saves what was typed while a save was under way", async () => {
    const world = makeWorld();
    const keeper = world.open();
    keeper.change("a");
    const first = keeper.flush();
    keeper.change("ab");
    await first;
    expect(world.stashed.last?.content).toBe("ab");
    await world.pass();
    expect(world.server.stored).toMatchObject({ content: "ab" });
  });

  it("tells which saves it may replace, and not what another tab has saved", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    const theirs = drafted("theirs");
    world.server.stored = theirs;
    keeper.change("mine");
    await world.pass();
    const replaced = keeper.replaces();
    expect(replaced).toContain(drafted("a").saveId);
    expect(replaced).not.toContain(theirs.saveId);
  });

  it("keeps nothing once the draft is submitted", async () => {
    const world = makeWorld();
    const keeper = world.open();
    keeper.change("a");
    keeper.end();
    await world.pass();
    expect(world.server.saves).toBe(0);
    expect(world.stashed.last).toBeUndefined();
  });
});
