import { describe, expect, it } from "vitest";
import { MIN_SOURCE_QUESTIONS } from "#lib/domain/sources.ts";
import { MIN_QUESTIONS } from "#lib/stats/significance.ts";
import { EXPORTS } from "#server/console/files/exports.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { changeAlias } from "./change-alias.ts";

const { gateway, researcher, admin } = await signInRoles();
const { database } = gateway.gateway;
let questions = 1_000_000;

/** Inserts scores of a source on new questions, and pairs in which the gateway's log score is higher by `difference`. */
async function addScores(source: string, count: number, difference: (index: number) => number): Promise<void> {
  for (let index = 0; index < count; index++) {
    questions++;
    await database.pool.query(
      `insert into source_scores (question, source, observed_at, probabilities, horizon, counts_from, brier, log, weight, horizon_weight)
       values ($1, $2, now(), '{0.5,0.5}', '1 to 7 days', '2026-01-01', 0.25, 0.5, 1, 1)`,
      [questions, source],
    );
    await database.pool.query(
      `insert into source_pairs (question, input_id, source, observed_at, position, horizon, counts_from, log, own_log, weight, horizon_weight)
       values ($1, 'i', $2, now(), 0, '1 to 7 days', '2026-01-01', 0.5, $3, 1, 1)`,
      [questions, source, 0.5 + difference(index)],
    );
  }
}

const find = async (source: string) =>
  (await researcher.call.outcomes.sources()).sources.find((one) => one.source === source);

describe("the record of a source", () => {
  it(`contains the score from ${MIN_SOURCE_QUESTIONS} questions on`, async () => {
    await addScores("Few", MIN_SOURCE_QUESTIONS - 1, () => 0);
    expect(await researcher.call.outcomes.source({ name: "Few" })).toEqual({ questions: 9, brier: null });
    await addScores("Few", 1, () => 0);
    expect(await researcher.call.outcomes.source({ name: " Few\n" })).toEqual({ questions: 10, brier: 0.25 });
    expect(await researcher.call.outcomes.source({ name: "Nobody" })).toEqual({ questions: 0, brier: null });
  });

  it("is found by every alias", async () => {
    await addScores("Some", 4, () => 0);
    await addScores("some", 8, () => 0);
    await admin.call.outcomes.changeAlias({ alias: "some", source: "Some" });
    for (const name of ["Some", "some"])
      expect(await researcher.call.outcomes.source({ name })).toEqual({ questions: 12, brier: 0.25 });
  });
});

describe("the difference from the gateway's forecasts", () => {
  it.each([
    ["is significant if the interval excludes 0", MIN_QUESTIONS, (index: number) => 0.1 + (index % 2), true],
    ["is not significant with fewer questions", MIN_QUESTIONS - 1, (index: number) => 0.1 + (index % 2), false],
    ["is not significant if the interval contains 0", MIN_QUESTIONS, (index: number) => (index % 2) - 0.5, false],
  ])("%s", async (name, count, difference, isSignificant) => {
    await addScores(name, count, difference);
    const found = await find(name);
    expect(found?.difference).toMatchObject({ questions: count, isSignificant });
    const { low = 0, high = 0 } = found?.difference?.interval ?? {};
    expect(low).toBeLessThan(high);
  });
});

describe("an alias", () => {
  const change = (alias: string, source: string | null) => admin.call.outcomes.changeAlias({ alias, source });

  it("joins two names until it is removed, and each change is an audit event", async () => {
    await addScores("Long name", 1, () => 0);
    await addScores("LN", 2, () => 0);
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
      "Only administrators can change aliases.",
    );
    const { may } = await researcher.call.outcomes.sources();
    expect(may.changeAliases).toBe("Only administrators can change aliases.");
    expect((await admin.call.outcomes.sources()).may.changeAliases).toBeNull();
  });
});

it("the download contains every source that the filter selects", async () => {
  await addScores("=Formula", 3, () => 1);
  const read = async (query: string) => {
    const request = new Request(`http://localhost/api/export/sources?${query}`, {
      headers: { cookie: researcher.cookie },
    });
    return (await EXPORTS.sources(gateway.gateway, request)).text();
  };
  const { total } = await researcher.call.outcomes.sources();
  const [header, ...lines] = (await read("format=csv")).trim().split("\r\n");
  expect(header).toMatch(/^source,questions,forecasts,brier,log,/);
  expect(lines).toHaveLength(total);
  expect(lines).toContainEqual(expect.stringMatching(/^"'=Formula",3,3,0\.25,0\.5,/));
  const rows = (await read("format=jsonl")).trim().split("\n");
  expect(rows.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ source: "=Formula", paired_questions: 3, difference: 1, significant: false }),
  );
  expect(await read("format=jsonl&horizon=under+1+day")).toBe("");
});
