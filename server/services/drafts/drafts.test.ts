import { v4 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSession, type ConsoleSession, signInAs } from "#test/console-session.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";

let gateway: TestGateway;
let ada: ConsoleSession;
let ben: ConsoleSession;

beforeAll(async () => {
  gateway = await startGateway();
  ada = await signInAs(gateway, "researcher");
  ben = await addSession(gateway, "researcher");
});
afterAll(() => gateway.stop());

const save = (session: ConsoleSession, draftId: string, revision: number, content = `at ${revision}`) =>
  session.call.drafts.save({ draftId, title: "A draft", content, revision });

describe("a draft", () => {
  it("is kept as it was written, with U+0000 in it, and listed by its title", async () => {
    const draftId = uuid();
    const content = JSON.stringify({ text: "a\u0000b 🎲 \\ud800" });
    expect((await save(ada, draftId, 0, content)).revision).toBe(1);
    expect(await ada.call.drafts.get({ draftId })).toMatchObject({ content, revision: 1 });
    expect((await ada.call.drafts.list())[0]).toMatchObject({ draftId, title: "A draft" });
  });

  it("is not there before its first save, and not after it was discarded", async () => {
    const draftId = uuid();
    expect(await ada.call.drafts.get({ draftId })).toBeNull();
    await save(ada, draftId, 0);
    await ada.call.drafts.discard({ draftId });
    expect(await ada.call.drafts.get({ draftId })).toBeNull();
    await ada.call.drafts.discard({ draftId });
  });

  it("is overwritten by nobody who has not seen its last revision", async () => {
    const draftId = uuid();
    await save(ada, draftId, 0, "first");
    await save(ada, draftId, 1, "second");
    await expect(save(ada, draftId, 1, "from the other tab")).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(save(ada, draftId, 0, "from a third")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await ada.call.drafts.get({ draftId })).toMatchObject({ content: "second", revision: 2 });
  });

  it("takes exactly one of many saves at once", async () => {
    const draftId = uuid();
    const first = await Promise.allSettled(Array.from({ length: 8 }, () => save(ada, draftId, 0)));
    expect(first.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const second = await Promise.allSettled(Array.from({ length: 8 }, () => save(ada, draftId, 1)));
    expect(second.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("does not come back by a late save of another tab once it was discarded", async () => {
    const draftId = uuid();
    await save(ada, draftId, 0);
    await ada.call.drafts.discard({ draftId });
    await expect(save(ada, draftId, 1)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is its member's alone", async () => {
    const draftId = uuid();
    await save(ada, draftId, 0, "Ada's");
    expect(await ben.call.drafts.get({ draftId })).toBeNull();
    expect(await ben.call.drafts.list()).toEqual([]);
    await expect(save(ben, draftId, 0)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(save(ben, draftId, 1)).rejects.toMatchObject({ code: "CONFLICT" });
    await ben.call.drafts.discard({ draftId });
    expect(await ada.call.drafts.get({ draftId })).toMatchObject({ content: "Ada's", revision: 1 });
  });

  it("may be longer than the contract allows a request, but not without end", async () => {
    const draftId = uuid();
    await save(ada, draftId, 0, "x".repeat(200_000));
    await expect(save(ada, draftId, 1, "x".repeat(300_000))).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
