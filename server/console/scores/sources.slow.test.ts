import { describe, expect, it } from "vitest";
import { MIN_SOURCE_QUESTIONS } from "#lib/domain/sources.ts";
import { OURS } from "#lib/scores/reference-names.ts";
import { EXPORTS } from "#server/console/files/exports.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { changeAlias } from "./change-alias.ts";

const { gateway, researcher, admin } = await signInRoles();
const { database } = gateway.gateway;
// The computation that began at the start reads none of the questions below.
await gateway.gateway.scores.update();
let questions = 0;

/** Inserts questions that quote a source, whose probability of the outcome is 0.5. */
async function addQuotes(source: string, count: number): Promise<void> {
  const quotes = JSON.stringify([
    { inputId: "i", quotes: [{ source, observedAt: "2025-12-01T00:00:00.000Z", probabilities: [0.5, 0.5] }] },
  ]);
  for (let index = 0; index < count; index++) {
    questions++;
    await database.pool.query(
      `insert into scored_questions (task_id, outcome_id, option, happened, happened_at, counts_from, scored, before, late, through, quotes)
       values ($1, gen_random_uuid(), 'a', 0, '2026-01-01', '2026-01-01', 0, 0, 0, 0, $2)`,
      [`task ${questions}`, quotes],
    );
  }
  // The rows have no audit events, so nothing but this shows that the report is outdated.
  await database.pool.query("delete from reports");
  await gateway.gateway.scores.update();
}

const find = async (source: string) =>
  (await researcher.call.outcomes.sources()).sources.find(({ value }) => value === source);

describe("the record of a source", () => {
  it(`contains the score from ${MIN_SOURCE_QUESTIONS} questions on`, async () => {
    await addQuotes("Few", MIN_SOURCE_QUESTIONS - 1);
    expect(await researcher.call.outcomes.source({ name: "Few" })).toEqual({ questions: 9, brier: null });
    await addQuotes("Few", 1);
    expect(await researcher.call.outcomes.source({ name: " Few\n" })).toEqual({ questions: 10, brier: 0.5 });
    expect(await researcher.call.outcomes.source({ name: "Nobody" })).toEqual({ questions: 0, brier: null });
    expect((await find("Few"))?.references[OURS]).toBeUndefined();
  });

  it("is found by every alias", async () => {
    await addQuotes("Some", 4);
    await addQuotes("some", 8);
    await admin.call.outcomes.changeAlias({ alias: "some", source: "Some" });
    for (const name of ["Some", "some"])
      expect(await researcher.call.outcomes.source({ name })).toEqual({ questions: 12, brier: 0.5 });
  });
});

describe("an alias", () => {
  const change = (alias: string, source: string | null) => admin.call.outcomes.changeAlias({ alias, source });

  it("joins two names until it is removed, and each change is an audit event", async () => {
    await addQuotes("Long name", 1);
    await addQuotes("LN", 2);
    await change("LN", "Long name");
    expect([(await find("Long name"))?.questions, await find("LN")]).toEqual([3, undefined]);
    await change("LN", null);
    expect([(await find("Long name"))?.questions, (await find("LN"))?.questions]).toEqual([1, 2]);
    await change("LN", null);
    const { events } = await admin.call.audit.list({ kinds: ["source.alias_changed"], limit: 2 });
    expect(events.map(({ event }) => event)).toEqual([
      expect.not.objectContaining({ source: expect.anything() }),
      expect.objectContaining({ alias: "LN", source: "Long name" }),
    ]);
  });

  it("may not refer to another alias or to itself", async () => {
    await change("a", "b");
    await expect(change("b", "c")).rejects.toThrow("“a” is already an alias of “b”");
    await expect(change("c", "a")).rejects.toThrow("“a” is already an alias of “b”");
    await expect(change("d", " d ")).rejects.toThrow("Enter two different names.");
    await change("a", null);
    await change("b", "c");
  });

  it("can be changed only by an administrator", async () => {
    const { rows } = await database.pool.query("select id, name, email from members where role = 'reviewer'");
    const demoted = { ...rows[0], role: "admin" as const, sessionId: "s" };
    await expect(changeAlias(gateway.gateway, demoted, { alias: "x", source: "y" })).rejects.toThrow(
      "Only members with the role admin can manage members, API keys, webhooks, the guideline and aliases.",
    );
  });
});

it("the download contains every source that the filter selects", async () => {
  await addQuotes("=Formula", 3);
  const read = async (query: string) => {
    const request = new Request(`http://localhost/api/export/sources?${query}`, {
      headers: { cookie: researcher.cookie },
    });
    return (await EXPORTS.sources(gateway.gateway, request)).text();
  };
  const { total } = await researcher.call.outcomes.sources();
  const [header, ...lines] = (await read("format=csv")).trim().split("\r\n");
  expect(header).toMatch(/^source,brier,log,/);
  expect(lines).toHaveLength(total);
  expect(lines).toContainEqual(expect.stringMatching(/^"'=Formula",0\.5,.*,3,3,/));
  const rows = (await read("format=jsonl")).trim().split("\n");
  expect(rows.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ source: "=Formula" }));
  expect(await read("format=jsonl&horizon=under+1+day")).toBe("");
  expect((await read("format=jsonl&horizon=30+to+90+days")).trim().split("\n")).toHaveLength(total);
});
