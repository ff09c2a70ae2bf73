import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { expect, it } from "vitest";
import { expectClose, mean } from "#test/compute-record.ts";
import { startGateway } from "#test/start-gateway.ts";
import { readObservationRecord } from "./get-observation-record.ts";

const { database, now } = (await startGateway()).gateway;

const LEDGERS = 40;
const FINDINGS = ["empty-text", "similar-options", "date-after-as-of"];
const number = fc.integer({ min: -5, max: 5 });
const question = fc.record({
  isDue: fc.boolean(),
  forecasts: fc.array(
    fc.record({
      log: fc.integer({ min: 0, max: 7 }),
      findings: fc.subarray(FINDINGS),
      retrospective: fc.constantFrom(false, false, true),
    }),
    { maxLength: 4 },
  ),
  worths: fc.uniqueArray(
    fc.record({ source: fc.constantFrom("Crowd", "crowd", "market"), worth: fc.option(number), count: fc.nat() }),
    { selector: ({ source }) => source.toLowerCase(), maxLength: 2 },
  ),
});

type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

async function store(questions: readonly Question[]): Promise<void> {
  const { pool } = database;
  await pool.query("delete from forecast_scores; delete from question_worths");
  for (const [index, { isDue, forecasts, worths }] of questions.entries()) {
    const countsFrom = isDue ? new Date(0) : new Date("2999-01-01");
    for (const { log, findings, retrospective } of forecasts) {
      await pool.query(
        `insert into forecast_scores (request_id, task_id, input_id, log, findings, retrospective, bucket, counts_from,
           probabilities, generated_at, happened_at, version, horizon, reviewers, bins, happened, option, choice, brier,
           uniform_brier, uniform_log, caller_id)
         values ($1, $2, 'i', $3, $4, $5, $6, $7, '{1,0}', now(), now(), 'v', '', '{}', 1, 0, 'yes', 'yes', 0, 0, 0, 'c')`,
        [uuid(), `t${index}`, log, findings, retrospective, index % 3, countsFrom],
      );
    }
    for (const { source, worth, count } of worths) {
      await pool.query(
        `insert into question_worths (task_id, dimension, value, bucket, counts_from, worth, observations, required)
         values ($1, 'source', $2, $3, $4, $5, $6, 1)`,
        [`t${index}`, source, index % 3, countsFrom, worth, count % 100],
      );
    }
  }
}

/** Returns the mean over questions of the mean log score of the forecasts that `isIn` selects; null without forecasts. */
function meanLog(questions: readonly Question[], isIn: (findings: readonly string[]) => boolean): number | null {
  const means = questions
    .filter(({ isDue }) => isDue)
    .map(({ forecasts }) => forecasts.filter((one) => !one.retrospective && isIn(one.findings)))
    .filter(({ length }) => length > 0)
    .map((forecasts) => mean(forecasts.map(({ log }) => log)));
  return means.length === 0 ? null : mean(means);
}

it(`means over questions equal an independent computation on ${LEDGERS} generated records`, async () => {
  for (const questions of fc.sample(fc.array(question, { maxLength: 8 }), LEDGERS)) {
    await store(questions);
    const { findings, worths } = await readObservationRecord({ database, now });
    for (const finding of FINDINGS) {
      const row = findings.find((one) => one.finding === finding);
      const having = meanLog(questions, (found) => found.includes(finding));
      expectClose(row?.with.log, having);
      if (having === null) continue;
      const without = meanLog(questions, (found) => !found.includes(finding));
      expectClose(row?.without.log, without);
      expectClose(row?.difference?.value, without === null ? null : having - without);
    }
    for (const source of ["crowd", "market"]) {
      const row = worths.find(({ value }) => value.toLowerCase() === source);
      const own = questions
        .filter(({ isDue }) => isDue)
        .flatMap((one) => one.worths.filter((worth) => worth.source.toLowerCase() === source));
      const known = own.flatMap(({ worth }) => worth ?? []);
      expectClose(row?.worth?.value, known.length === 0 ? null : mean(known));
      expect([row?.questions ?? 0, row?.required ?? 0]).toEqual([known.length, own.length]);
      expect(row?.observations ?? 0).toBe(own.reduce((total, { count }) => total + (count % 100), 0));
    }
  }
});
