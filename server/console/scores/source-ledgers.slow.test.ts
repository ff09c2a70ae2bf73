import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { expect, it } from "vitest";
import { HORIZON_NAMES } from "#lib/domain/sources.ts";
import { OURS } from "#lib/scores/reference-names.ts";
import type { Summary } from "#lib/scores/report.ts";
import { identify } from "#server/base/digest.ts";
import { confirmOutcome } from "#server/console/outcomes/confirm-outcome.ts";
import { recordOutcome } from "#server/console/outcomes/record-outcome.ts";
import { archiveAll } from "#test/archive-all.ts";
import { computeSelected } from "#test/compute-report.ts";
import { type ComputedSource, computeSources, type MadeQuestion } from "#test/compute-sources.ts";
import { effort } from "#test/effort.ts";
import { makeFolder } from "#test/run-process.ts";
import { appendForecast, DAY, distribution, HOUR, readMember } from "#test/score-ledger.ts";
import { approveAll, readExample, startGateway } from "#test/start-gateway.ts";
import { changeAlias } from "./change-alias.ts";

const EVENT = Date.parse("2026-06-20T00:00:00Z");
let clock = EVENT;
// No background jobs run, because they would count scores while the test sets the clock back.
const { gateway } = await startGateway({}, undefined, { now: () => new Date(clock), repeat: () => () => {} });
const { database } = gateway;

const LEDGERS = effort({ sample: 20, full: 500 });
const CHECK_EVERY = 10;

const [recorder, confirmer] = [await readMember(gateway, "researcher"), await readMember(gateway, "reviewer")];
const admin = { ...(await readMember(gateway, "admin")), sessionId: "" };

/** Names of sources. Some differ only in white space or Unicode normalisation; an alias may join `crowd` and `Crowd`. */
const NAMES = ["Crowd", "Crowd", " Crowd ", "crowd", "crowd", "Prévisions", "Pre\u0301visions\n", "Expert\u0000"];
const normalized = (name: string) => name.replace("\u0000", "\ufffd").normalize("NFC").trim();

const quoteArbitrary = fc.record({
  source: fc.constantFrom(...NAMES),
  hoursBefore: fc.constantFrom(-5, 0, 10, 10, 10, 100, 800, 9_000),
  /** Writes the same instant in another way. */
  isOffset: fc.boolean(),
  shares: fc.constantFrom([1, 3], [1, 3], [3, 1], [0, 1]),
  isUnusable: fc.constantFrom(false, false, false, true),
});

const questionArbitrary = fc.record({
  extraOptions: fc.constantFrom(0, 0, 2),
  inputs: fc.array(
    fc.record({
      quotes: fc.array(quoteArbitrary, { maxLength: 5 }),
      forecasts: fc.array(
        fc.record({
          shares: fc.constantFrom([1, 2], [5, 1], [0, 1]),
          isRetrospective: fc.constantFrom(false, false, true),
        }),
        { maxLength: 2 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** The confirmed outcomes, in order; null is void. */
  outcomes: fc.array(fc.record({ option: fc.constantFrom(0, 1, null), hoursEarlier: fc.constantFrom(0, 50) }), {
    maxLength: 2,
  }),
  daysEarly: fc.constantFrom(0, 0, 30),
  isTagged: fc.boolean(),
});

type Question = typeof questionArbitrary extends fc.Arbitrary<infer Q> ? Q : never;

const ledgerArbitrary = fc.record({
  questions: fc.array(questionArbitrary, { minLength: 1, maxLength: 4 }),
  aliases: fc.uniqueArray(
    fc.record({
      alias: fc.constantFrom("crowd", "Prévisions"),
      source: fc.constantFrom("Crowd", "Crowd", "A panel", null),
    }),
    { selector: ({ alias }) => alias, maxLength: 2 },
  ),
  horizon: fc.constantFrom(undefined, ...HORIZON_NAMES),
});

function written(at: number, isOffset: boolean): string {
  return isOffset ? `${new Date(at + 2 * HOUR).toISOString().slice(0, 19)}+02:00` : new Date(at).toISOString();
}

async function makeQuestion(question: Question): Promise<MadeQuestion> {
  const options = ["a", "b", ...["c", "d"].slice(0, question.extraOptions)];
  const resolvesAt = EVENT + question.daysEarly * DAY;
  const inputs = question.inputs.map(({ quotes, forecasts }) => ({
    quotes: quotes.map(({ source, hoursBefore, isOffset, shares, isUnusable }) => {
      const p = distribution(isUnusable ? ["a", "z"] : options, shares);
      return { source, at: EVENT - hoursBefore * HOUR, p, isOffset };
    }),
    forecasts: forecasts.map(({ shares, isRetrospective }) => ({ p: distribution(options, shares), isRetrospective })),
  }));
  const example = readExample("binary");
  const task = {
    ...example.task,
    instructions: `Question ${uuid()}?`,
    criteria: Object.fromEntries(options.map((option) => [option, null])),
    resolution: { criteria: "It is so.", resolves_at: new Date(resolvesAt).toISOString() },
  };
  const requests = inputs.map(({ quotes }, index) => {
    const context = quotes.map(({ source, at, p, isOffset }) => ({
      type: "structured" as const,
      data: { kind: "forecast", source, probabilities: p },
      observed_at: written(at, isOffset),
    }));
    return { ...example, task, input: { as_of: new Date(EVENT - index * 1_000).toISOString(), context } };
  });
  await approveAll(gateway, requests);
  const taskId = identify(task).id;
  for (const [index, { forecasts }] of inputs.entries()) {
    for (const { p, isRetrospective } of forecasts) {
      const made = { requestId: uuid(), p, at: EVENT - 60 * HOUR, input: 0 as const, version: "r@1" };
      const training_cutoff = isRetrospective ? "2027-01" : undefined;
      const inputId = identify(Object(requests[index]?.input)).id;
      await appendForecast(gateway, taskId, inputId, options, { ...made, training_cutoff });
    }
  }
  if (question.isTagged)
    await database.pool.query("insert into tags (task_id, tag, active) values ($1, 'pilot', true)", [taskId]);
  let corrects: string | undefined;
  let confirmed: MadeQuestion["confirmed"];
  for (const { option, hoursEarlier } of question.outcomes) {
    const happenedAt = EVENT - hoursEarlier * HOUR;
    const name = option === null ? null : (options[option] ?? null);
    const entry = { taskId, source: "s", option: name, happenedAt: new Date(happenedAt).toISOString() };
    const { id } = await recordOutcome(gateway, recorder, { ...entry, corrects, beforeFirstForecast: true });
    await confirmOutcome(gateway, confirmer, id, { beforeFirstForecast: true });
    corrects = id;
    confirmed = name === null ? undefined : { option: name, happenedAt };
  }
  return { options, tags: question.isTagged ? ["pilot"] : [], resolvesAt, inputs, confirmed };
}

function expectSources(found: readonly Summary[], expected: ReadonlyMap<string, ComputedSource>): void {
  expect(found.map(({ value }) => value).sort()).toEqual([...expected.keys()].sort());
  for (const { value, questions, forecasts, brier, log, references } of found) {
    const one = expected.get(value);
    expect([value, questions, forecasts]).toEqual([value, one?.questions, one?.forecasts]);
    expect(brier.value).toBeCloseTo(one?.brier ?? Number.NaN, 9);
    expect(log.value).toBeCloseTo(one?.log ?? Number.NaN, 9);
    expect(references.uniform?.brierSkill?.value).toBeCloseTo(one?.brierSkill ?? Number.NaN, 9);
    const ours = references[OURS];
    expect(ours?.questions).toBe(one?.difference?.questions);
    if (ours !== undefined) expect(ours.logDifference.value).toBeCloseTo(-(one?.difference?.value ?? Number.NaN), 9);
  }
}

it(`the league table equals an independent computation on ${LEDGERS} generated ledgers`, async () => {
  let compared = 0;
  for (const [index, { questions, aliases, horizon }] of fc.sample(ledgerArbitrary, LEDGERS).entries()) {
    clock = EVENT;
    await database.pool.query("delete from outcomes; delete from scored_questions; delete from forecast_scores");
    const made: MadeQuestion[] = [];
    for (const question of questions) made.push(await makeQuestion(question));
    const { rows: old } = await database.pool.query("select alias from source_aliases");
    for (const { alias } of old) await changeAlias(gateway, admin, { alias, source: null });
    const names = new Map<string, string | null>(aliases.map(({ alias, source }) => [alias, source]));
    for (const change of aliases) await changeAlias(gateway, admin, change);
    const nameOf = (source: string) => names.get(normalized(source)) ?? normalized(source);
    for (const [days, filter] of [
      [0, {}],
      [40, {}],
      [40, { horizon }],
      [40, { tag: "pilot" }],
    ] as const) {
      clock = EVENT + days * DAY;
      const sources = await computeSelected(gateway, filter);
      expectSources(sources, computeSources(made, { now: clock, nameOf, ...filter }));
      compared += sources.length;
    }
    if (index % CHECK_EVERY > 0) continue;
    const before = await computeSelected(gateway, {});
    await archiveAll(gateway, makeFolder());
    expect(await computeSelected(gateway, {})).toEqual(before);
  }
  expect(compared).toBeGreaterThan(LEDGERS);
});
