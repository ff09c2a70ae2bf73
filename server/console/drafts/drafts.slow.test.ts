import { v4 as uuid } from "uuid";
import { describe, expect, it } from "vitest";
import { addSession, type ConsoleSession, signInAs } from "#test/console-session.ts";
import { startGateway } from "#test/start-gateway.ts";

const gateway = await startGateway();
const ada = await signInAs(gateway, "researcher");
const ben = await addSession(gateway, "researcher");

/** Discards a draft from a tab that has seen these contents. */
const discard = (session: ConsoleSession, draftId: string, ...seen: readonly string[]) =>
  session.call.drafts.discard({ draftId, replaces: [null, ...seen.flatMap((one) => contents.get(one) ?? [])] });

/** Maps each saved content to its save id. */
const contents = new Map<string, string>();
/** Saves a draft from a tab that has seen these contents. Null in `seen` allows the first save. */
function save(session: ConsoleSession, draftId: string, content: string, ...seen: readonly (string | null)[]) {
  const saveId = uuid();
  contents.set(content, saveId);
  const replaces = seen.map((one) => (one === null ? null : (contents.get(one) ?? uuid())));
  return session.call.drafts.save({ draftId, title: "A draft", content, saveId, replaces });
}

describe("a draft", () => {
  it("is stored unchanged, including U+0000, and listed by title", async () => {
    const draftId = uuid();
    const content = JSON.stringify({ text: "a\u0000b 🎲 \\ud800" });
    expect(await save(ada, draftId, content, null)).toMatchObject({ saved: true });
    expect(await ada.call.drafts.get({ draftId })).toMatchObject({ content, saveId: contents.get(content) });
    expect((await ada.call.drafts.list())[0]).toMatchObject({ draftId, title: "A draft" });
  });

  it("does not exist before its first save or after it was discarded", async () => {
    const draftId = uuid();
    expect(await ada.call.drafts.get({ draftId })).toBeNull();
    await save(ada, draftId, "first", null);
    await discard(ada, draftId, "first");
    expect(await ada.call.drafts.get({ draftId })).toBeNull();
    await discard(ada, draftId, "first");
  });

  it("is not overwritten by a client that has not seen the last save; the client gets the stored content", async () => {
    const draftId = uuid();
    await save(ada, draftId, "1", null);
    await save(ada, draftId, "2", "1");
    const stored = { content: "2", saveId: contents.get("2") };
    expect(await save(ada, draftId, "from the other tab", "1")).toMatchObject({ saved: false, stored });
    expect(await save(ada, draftId, "from a third", null)).toMatchObject({ saved: false, stored });
    expect(await save(ada, draftId, "from nowhere")).toMatchObject({ saved: false, stored });
    expect(await ada.call.drafts.get({ draftId })).toMatchObject(stored);
  });

  it("can be overwritten by a client that does not know which of its own saves arrived", async () => {
    const draftId = uuid();
    await save(ada, draftId, "a", null);
    expect(await save(ada, draftId, "ab", null, "a")).toMatchObject({ saved: true });
    expect(await save(ada, draftId, "abc", null, "a", "ab", "never sent")).toMatchObject({ saved: true });
    const other = uuid();
    expect(await save(ada, other, "b", null, "never arrived")).toMatchObject({ saved: true });
  });

  it("accepts exactly one of many parallel saves", async () => {
    const draftId = uuid();
    const race = async (seen: string | null) => {
      const saves = await Promise.all(Array.from({ length: 8 }, (_, n) => save(ada, draftId, `${seen} ${n}`, seen)));
      expect(saves.filter(({ saved }) => saved)).toHaveLength(1);
    };
    await race(null);
    await race((await ada.call.drafts.get({ draftId }))?.content ?? "");
  });

  it("is not restored by a late save from another tab after it was discarded", async () => {
    const draftId = uuid();
    await save(ada, draftId, "here", null);
    await discard(ada, draftId, "here");
    expect(await save(ada, draftId, "late", "here")).toEqual({ saved: false, stored: null });
    expect(await ada.call.drafts.get({ draftId })).toBeNull();
  });

  it("cannot be discarded from a tab that has not seen its last save", async () => {
    const draftId = uuid();
    await save(ada, draftId, "sent", null);
    await save(ada, draftId, "from elsewhere", "sent");
    const message =
      "Another tab or browser has saved this draft since you opened it. Reload the page to see the latest version.";
    await expect(discard(ada, draftId, "sent")).rejects.toMatchObject({ code: "CONFLICT", message });
    await expect(discard(ada, draftId)).rejects.toMatchObject({ code: "CONFLICT", message });
    expect(await ada.call.drafts.get({ draftId })).toMatchObject({ content: "from elsewhere" });
    await discard(ada, draftId, "sent", "from elsewhere");
    expect(await ada.call.drafts.get({ draftId })).toBeNull();
  });

  it("cannot be read, saved or discarded by another member", async () => {
    const draftId = uuid();
    await save(ada, draftId, "Ada's", null);
    const refused = { code: "NOT_FOUND", message: "This draft belongs to another member." };
    await expect(ben.call.drafts.get({ draftId })).rejects.toMatchObject(refused);
    expect(await ben.call.drafts.list()).toEqual([]);
    await expect(save(ben, draftId, "Ben's", null, "Ada's")).rejects.toMatchObject(refused);
    await discard(ben, draftId, "Ada's");
    expect(await ada.call.drafts.get({ draftId })).toMatchObject({ content: "Ada's" });
  });

  it("cannot be created by a member with 500 drafts, who can still save existing ones", async () => {
    const member = await addSession(gateway, "researcher");
    const draftId = uuid();
    await save(member, draftId, "the first", null);
    await gateway.gateway.database.pool.query(
      `insert into drafts (id, member_id, title, content, save_id)
       select gen_random_uuid(), member_id, title, content, save_id from drafts, generate_series(2, 500) where id = $1`,
      [draftId],
    );
    const message = "Limit reached: 500 drafts. Discard one first.";
    await expect(save(member, uuid(), "one more", null)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    expect(await save(member, draftId, "the first, changed", "the first")).toMatchObject({ saved: true });
  });

  it("may be longer than the contract's request limit, up to a limit for drafts", async () => {
    const draftId = uuid();
    await save(ada, draftId, "x".repeat(200_000), null);
    await expect(save(ada, draftId, "x".repeat(300_000))).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
