import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { expect, it } from "vitest";
import { ORIGINS } from "#lib/domain/submissions.ts";
import { REVIEW_HISTORIES } from "#lib/domain/track-record.ts";
import type { MeasuredInput, QuotingInput, RecordedForecast, RecordedQuestion } from "#lib/scores/recorded-question.ts";
import { storableText } from "#server/db/columns.ts";
import { forecastScores, scoredQuestions, tags } from "#server/db/outcome-schema.ts";
import { effort } from "#test/effort.ts";
import { startGateway } from "#test/start-gateway.ts";
import { readRecordedQuestions } from "./read-recorded-questions.ts";

const { gateway } = await startGateway({}, undefined, { repeat: () => () => {} });
const { orm, pool } = gateway.database;

const INPUTS = ["sha256:00", "sha256:01"] as const;
const PARTS = ['"', "\\", "'", "\u0000", "🦉", "\u2028", "\n", "\\u0000", "é", "{}", "a"];
const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 4 }).map((parts) => storableText(parts.join("")));
const texts = fc.uniqueArray(text, { maxLength: 3 });
/** Without −0, which JSON does not preserve. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const numbers = fc.array(number, { minLength: 2, maxLength: 4 });
const time = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const inputId = fc.constantFrom(...INPUTS);

const forecast = fc.record<RecordedForecast>({
  ...{ requestId: fc.uuid(), inputId, version: text, retrospective: fc.boolean(), horizon: text },
  ...{ origin: fc.option(fc.constantFrom(...ORIGINS)), review: fc.option(fc.constantFrom(...REVIEW_HISTORIES)) },
  ...{ reviewers: texts, findings: texts, probabilities: numbers, brier: number, log: number },
  ...{ baseBrier: fc.option(number), baseLog: fc.option(number) },
  ...{ crowdBrier: fc.option(number), crowdLog: fc.option(number) },
});
const byRequest = (all: readonly RecordedForecast[]) => all.toSorted((a, b) => (a.requestId < b.requestId ? -1 : 1));
const quotes = fc.record<QuotingInput>({
  inputId,
  quotes: fc.array(fc.record({ source: text, observedAt: time, probabilities: numbers }), { maxLength: 2 }),
});
const measured = fc.record<MeasuredInput>({
  inputId,
  version: text,
  observations: fc.array(
    fc.record(
      { kind: text, source: text, findings: texts, worth: fc.option(number) },
      { requiredKeys: ["kind", "findings", "worth"] },
    ),
    { maxLength: 3 },
  ),
});
const question = fc.record({
  ...{ happened: fc.nat(3), happenedAt: time, countsFrom: time, tags: texts, removed: text, isVoid: fc.boolean() },
  order: fc.option(fc.constantFrom([], [1, 0])),
  forecasts: fc.array(forecast, { maxLength: 3 }).map(byRequest),
  candidates: fc.array(forecast, { maxLength: 2 }).map(byRequest),
  quotes: fc.array(quotes, { maxLength: 2 }),
  worths: fc.option(fc.array(measured, { maxLength: 2 })),
  /** Large numbers end the page after the question. */
  scored: fc.constantFrom(0, 1, 1_000, 100_000),
});

type Made = typeof question extends fc.Arbitrary<infer One> ? One : never;

let questions = 0;

/** Records a question, and returns it as it must be read; nothing for a void question. */
async function record(made: Made): Promise<RecordedQuestion[]> {
  const { forecasts, candidates, removed, isVoid, scored, tags: names, order, ...fields } = made;
  const { happened, happenedAt, countsFrom, worths } = fields;
  const taskId = `sha256:${String(questions++).padStart(6, "0")}`;
  const times = { happenedAt: new Date(happenedAt), countsFrom: new Date(countsFrom) };
  const counts = { scored, before: 0, late: 0, through: 1, outcomeId: uuid() };
  const option = isVoid ? null : "yes";
  await orm.insert(scoredQuestions).values({ ...fields, ...times, ...counts, taskId, option });
  const shared = { ...times, taskId, happened, generatedAt: new Date(0), bins: 0, option: "yes", choice: "yes" };
  const predictionId = uuid();
  for (const { probabilities, reviewers, findings, ...one } of [...forecasts, ...candidates]) {
    const isCandidate = candidates.some((other) => other.requestId === one.requestId);
    const lists = { probabilities: [...probabilities], reviewers: [...reviewers], findings: [...findings] };
    const answer = isCandidate ? { predictionId } : { callerId: "caller" };
    await orm.insert(forecastScores).values({ ...shared, ...one, ...lists, ...answer });
  }
  for (const tag of names) await orm.insert(tags).values({ taskId, tag, active: true });
  if (!names.includes(removed)) await orm.insert(tags).values({ taskId, tag: removed, active: false });
  await pool.query("insert into tasks values ($1, '', '', '{yes,no}', '', $2, now())", [taskId, order]);
  if (isVoid) return [];
  const read = {
    ...{ taskId, happened, order, happenedAt, countsFrom, tags: names.toSorted(), quotes: fields.quotes },
    ...{ worths, forecasts },
    candidates: candidates.map(({ version, retrospective, probabilities, brier, log }) => {
      return { predictionId, version, retrospective, probabilities, brier, log };
    }),
  };
  return [read];
}

async function readAll(): Promise<RecordedQuestion[][]> {
  const pages: RecordedQuestion[][] = [];
  for await (const page of readRecordedQuestions(gateway.database)) pages.push(JSON.parse(page));
  return pages;
}

/** Sorts the tags, whose order in the database depends on its collation. */
function withSortedTags(one: RecordedQuestion): RecordedQuestion {
  return { ...one, tags: one.tags.toSorted() };
}

it("reads every question that is not void as it was recorded, whole and once", async () => {
  await pool.query("insert into inputs select unnest($1::text[]), '', ''", [INPUTS]);
  await fc.assert(
    fc.asyncProperty(fc.array(question, { maxLength: 5 }), async (all) => {
      await pool.query("truncate scored_questions, forecast_scores");
      const expected: RecordedQuestion[] = [];
      for (const made of all) expected.push(...(await record(made)));
      const pages = await readAll();
      expect(pages.flat().map(withSortedTags)).toEqual(expected);
    }),
    { numRuns: effort({ sample: 30, full: 1_000 }) },
  );
});

it("reads pages of at most 250 questions, and ends a page after a question with many forecasts", async () => {
  await pool.query(`
    truncate scored_questions, forecast_scores;
    insert into scored_questions (task_id, outcome_id, option, happened, happened_at, counts_from, scored, before, late, through)
    select 'sha256:' || to_char(n, 'FM0000'), gen_random_uuid(), 'yes', 1, now(), now(),
      case when n = 400 then 100000 else 0 end, 0, 0, 1 from generate_series(1, 600) as n`);
  expect((await readAll()).map((page) => page.length)).toEqual([250, 150, 200]);
});
