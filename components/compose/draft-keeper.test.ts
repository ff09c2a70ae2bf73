import { describe, expect, it } from "vitest";
import { type Keeping, keepDraft, type SaveOutcome, type StoredDraft, type Unsaved } from "./draft-keeper.ts";

/** Test doubles: a server that can go down, the browser's storage, and timers that the test runs. */
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
  /** Runs all scheduled timers and waits for the saves that they start. */
  async function pass() {
    const due = [...timers];
    timers.clear();
    for (const call of due) call();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }
  const open = () => keepDraft({ content: stored?.content ?? "", replaces: [stored?.saveId ?? null] }, edges);
  /** Simulates a page reload: opens the server's version with the unsaved text from the browser's storage. */
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

describe("draft keeper", () => {
  it("stores each edit in the browser immediately, and on the server after a pause", async () => {
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

  it("sends nothing if nothing changed", async () => {
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

  it("keeps the text while the server is unreachable, reports the outage, and saves on recovery", async () => {
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

  it("overwrites the server's earlier version with text typed during a long outage", async () => {
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

  it("does not mistake its own save for another tab's after lost requests and responses", async () => {
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

  it("saves a reverted edit if the response to the save of the edit was lost", async () => {
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

  it("recognises its own save after the page was reloaded before the response arrived", async () => {
    const world = makeWorld();
    const keeper = world.open();
    world.server.loseAnswers = true;
    keeper.change("a");
    void keeper.flush();
    const kept = world.stashed.last;
    await world.pass();
    // Closing the page leaves the browser's storage unchanged.
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

  it("never overwrites another tab's save until the writer resolves the conflict", async () => {
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

  it("resolves a conflict with its initial content or with the other tab's content", async () => {
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

  it("overwrites only the version that the conflict reported", async () => {
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

  it("reports no conflict if another tab saved the same text", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    world.server.stored = drafted("ab");
    keeper.change("ab");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "saved", at: "t0" });
  });

  it("reports that a draft was deleted, and recreates it on request", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    world.server.stored = null;
    keeper.change("b");
    await world.pass();
    expect(world.told.at(-1)).toEqual({ state: "conflict", theirs: null });
    await keeper.overwrite();
    expect(world.server.stored).toMatchObject({ content: "b" });
  });

  it("finds another tab's save only if this tab has no unsaved text", async () => {
    const world = makeWorld(drafted("a"));
    const keeper = world.open();
    const find = () => keeper.findNewer(async () => world.server.stored);
    expect(await find()).toBeUndefined();
    world.server.stored = drafted("b");
    expect(await find()).toEqual(drafted("b"));
    keeper.change("ab");
    expect(await find()).toBeUndefined();
  });

  it("does not report a version older than its own save as newer", async () => {
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

  it("saves text typed while a save was in progress", async () => {
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

  it("lists the saves that it may replace, excluding another tab's save", async () => {
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

  it("stores nothing after the draft is submitted", async () => {
    const world = makeWorld();
    const keeper = world.open();
    keeper.change("a");
    keeper.end();
    await world.pass();
    expect(world.server.saves).toBe(0);
    expect(world.stashed.last).toBeUndefined();
  });
});
