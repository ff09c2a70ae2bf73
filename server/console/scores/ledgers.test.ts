import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { expect, it } from "vitest";
import type { Section } from "#lib/scores/report.ts";
import type { TrackRecordReport } from "#lib/scores/track-record.ts";
import { archiveAll } from "#test/archive-all.ts";
import {
  binsOf,
  candidateRows,
  expectClose,
  isRetrospective,
  mean,
  partsAt,
  questionMeans,
  type Row,
  scoreLedger,
} from "#test/compute-record.ts";
import { computeReport } from "#test/compute-report.ts";
import { effort } from "#test/effort.ts";
import { makeFolder } from "#test/run-process.ts";
import { appendForecast, DAY, ledgerArbitrary, type Made, makeQuestion, readMember } from "#test/score-ledger.ts";
import { startGateway } from "#test/start-gateway.ts";
import { readScoreOf } from "./get-score.ts";
import { countNotScored } from "./track-record.ts";

const EARLIEST = Date.parse("2026-06-21T00:00:00Z");
let clock = EARLIEST;
// No background jobs run, because they would compute scores while the test sets the clock back.
const { gateway } = await startGateway({}, undefined, { now: () => new Date(clock), repeat: () => () => {} });
const { database } = gateway;

const LEDGERS = effort({ sample: 20, full: 1_000 });
/** Every n-th ledger is archived, because each archive takes a second. */
const ARCHIVE_EVERY = 10;
const READ_AFTER_DAYS = [0, 20, 1_000];

const MEMBERS = { recorder: await readMember(gateway, "researcher"), confirmer: await readMember(gateway, "reviewer") };

const REFERENCES = {
  uniform: ({ uniform }: Row) => uniform,
  baseRate: ({ base }: Row) => base,
  lastCrowd: ({ crowd }: Row) => crowd,
};

function expectReferences(rows: readonly Row[], { references }: Section): void {
  for (const [name, referenceOf] of Object.entries(REFERENCES)) {
    const paired = rows.filter((row) => referenceOf(row) !== undefined);
    const found = references[name];
    expect(found?.questions ?? 0).toBe(questionMeans(paired, () => 0).length);
    if (found === undefined) continue;
    for (const kind of ["brier", "log"] as const) {
      const own = mean(questionMeans(paired, (row) => row[kind]));
      const reference = mean(questionMeans(paired, (row) => referenceOf(row)?.[kind] ?? Number.NaN));
      expectClose(found[kind], reference);
      expectClose(found[`${kind}Difference`].value, own - reference);
      expectClose(found[`${kind}Skill`]?.value, reference === 0 ? null : 1 - own / reference);
    }
  }
}

function expectShapes(rows: readonly Row[], { reliability, sharpness, discrimination, binary }: Section): void {
  const happened = questionMeans(rows, ({ forecast, happened }) => forecast.p[happened] ?? 0);
  const options = new Map(rows.map(({ made }) => [made.taskId, made.question.options.length]));
  const others = [...options.values()].reduce((sum, count) => sum + count - 1, 0);
  const total = happened.reduce((sum, one) => sum + one, 0);
  expectClose(discrimination?.meanHappened, mean(happened));
  expectClose(discrimination?.meanOthers, (happened.length - total) / others);
  const bins = binsOf(rows);
  expect(reliability.map(({ bin }) => bin)).toEqual([...bins.keys()].sort((a, b) => a - b));
  for (const { bin, forecasts, effective, ...point } of reliability) {
    const expected = bins.get(bin);
    expect([forecasts, effective]).toEqual([expected?.forecasts, expected?.effective]);
    expectClose(point.weight, expected?.weight);
    expectClose(point.frequency, expected?.happened);
    expectClose(point.meanProbability, expected?.probability);
  }
  for (const [bin, found] of sharpness.entries()) {
    const isTop = ({ forecast }: Row) => Math.min(9, Math.floor(Math.max(...Object.values(forecast.p)) * 10)) === bin;
    const shares = questionMeans(rows, (row) => (isTop(row) ? 1 : 0));
    expectClose(
      found,
      shares.reduce((sum, one) => sum + one, 0),
    );
  }
  const two = rows.filter(({ made }) => made.question.options.length === 2);
  const brier = questionMeans(two, ({ forecast, happened }) => (1 - (forecast.p[happened] ?? 0)) ** 2);
  expectClose(binary?.value, two.length === 0 ? null : mean(brier));
}

/** Compares every part of the track record with the computation. */
function expectSections(rows: readonly Row[], { sections }: TrackRecordReport): void {
  const expected = partsAt(rows, clock);
  const checked = new Set([...expected.keys()].map((name) => name.split(" ")[0]));
  const found = sections.filter(({ dimension }) => checked.has(dimension));
  expect(found.map((one) => `${one.dimension} ${one.value}`).sort()).toEqual([...expected.keys()].sort());
  for (const one of found) {
    const members = expected.get(`${one.dimension} ${one.value}`) ?? [];
    const briers = questionMeans(members, (row) => row.brier);
    expect([one.forecasts, one.questions]).toEqual([members.length, briers.length]);
    expectClose(one.brier.value, mean(briers));
    expectClose(one.log.value, mean(questionMeans(members, (row) => row.log)));
    expectClose(one.overForecasts.brier, mean(members.map((row) => row.brier)));
    expectClose(one.overForecasts.log, mean(members.map((row) => row.log)));
    expect(one.periods.reduce((sum, { questions }) => sum + questions, 0)).toBe(one.questions);
    expectReferences(members, one);
    expectShapes(members, one);
  }
}

/** Compares each pair of a candidate version and a release version with the computation. */
function expectCandidates(counted: readonly Row[], { candidates }: TrackRecordReport): void {
  const expected = Map.groupBy(candidateRows(counted), ({ versions }) => versions);
  expect(candidates.map(({ value }) => value).sort()).toEqual([...expected.keys()].sort());
  for (const { value, forecasts, questions, references, ...found } of candidates) {
    const rows = expected.get(value) ?? [];
    for (const kind of ["brier", "log"] as const) {
      const release = questionMeans(rows, (row) => row[kind]);
      const differences = questionMeans(rows, (row) => row.candidate[kind] - row[kind]);
      expect([forecasts, questions]).toEqual([rows.length, release.length]);
      expectClose(references.release?.[kind], mean(release));
      expectClose(references.release?.[`${kind}Difference`].value, mean(differences));
      expectClose(found[kind].value, mean(release) + mean(differences));
      // An interval of means of questions lies within the range of the questions.
      const interval = references.release?.[`${kind}Difference`].interval ?? null;
      expect(interval === null).toBe(release.length < 2);
      if (interval === null) continue;
      expect(interval.low).toBeGreaterThanOrEqual(Math.min(...differences) - 1e-9);
      expect(interval.high).toBeLessThanOrEqual(Math.max(...differences) + 1e-9);
    }
  }
}

async function expectReport(ledger: readonly Made[], lateAfterwards = 0): Promise<TrackRecordReport> {
  const rows = scoreLedger(ledger);
  const report = await computeReport(gateway);
  expectSections(rows, report);
  expectCandidates(
    rows.filter((row) => row.made.resolvesAt <= clock && !isRetrospective(row)),
    report,
  );
  const due = ledger.flatMap(({ confirmed, resolvesAt }) =>
    typeof confirmed?.option === "string" && resolvesAt > clock ? resolvesAt : [],
  );
  expect(report.due).toBe(due.length === 0 ? null : new Date(Math.min(...due)).toISOString());
  const isLate = ({ confirmed, forecasts }: Made) =>
    confirmed === undefined ? [] : forecasts.filter(({ at }) => at >= confirmed.happenedAt);
  expect(await countNotScored(database)).toEqual({
    late: ledger.flatMap(isLate).length + lateAfterwards,
    voidQuestions: ledger.filter(({ confirmed }) => confirmed?.option === null).length,
    voidForecasts: ledger.flatMap((made) =>
      made.confirmed?.option === null ? made.forecasts.filter((one) => !isLate(made).includes(one)) : [],
    ).length,
    unconfirmedQuestions: ledger.filter(({ question }) => question.outcome === "unconfirmed").length,
  });
  return report;
}

async function expectScores(ledger: readonly Made[]): Promise<void> {
  const rows = new Map(scoreLedger(ledger).map((row) => [row.forecast.requestId, row]));
  for (const { requestId } of ledger.flatMap(({ forecasts }) => forecasts)) {
    const [score, row] = [await readScoreOf(database, requestId), rows.get(requestId)];
    expect(score.scored).toBe(row !== undefined);
    if (!score.scored || row === undefined) continue;
    expectClose(score.brier, row.brier);
    expectClose(score.log, row.log);
    expect([score.option, score.taskId]).toEqual([row.happened, row.made.taskId]);
  }
}

/** Archives all forecasts with an outcome. Neither scores nor counts change; a later forecast is counted as late. */
async function archive(ledger: readonly Made[], before: TrackRecordReport): Promise<void> {
  await archiveAll(gateway, makeFolder());
  expect(await computeReport(gateway)).toEqual(before);
  const [made] = ledger.filter(({ confirmed }) => confirmed !== undefined);
  if (made === undefined) return;
  const { rows } = await database.pool.query("select input_id from approvals where task_id = $1", [made.taskId]);
  const { options } = made.question;
  const p = Object.fromEntries(options.map((option) => [option, 1 / options.length]));
  const late = { requestId: uuid(), p, at: clock, input: 0 as const, version: "r@1" };
  await appendForecast(gateway, made.taskId, rows[0].input_id, options, late);
  await expectReport(ledger, 1);
}

it(`the track record equals an independent computation on ${LEDGERS} generated ledgers`, async () => {
  let [scored, compared] = [0, 0];
  for (const [index, questions] of fc.sample(ledgerArbitrary, LEDGERS).entries()) {
    clock = EARLIEST;
    await database.pool.query("delete from outcomes; delete from scored_questions; delete from forecast_scores");
    const ledger: Made[] = [];
    for (const question of questions) ledger.push(await makeQuestion(gateway, MEMBERS, question));
    scored += scoreLedger(ledger).length;
    compared += candidateRows(scoreLedger(ledger)).length;
    await expectScores(ledger);
    let report: TrackRecordReport | undefined;
    for (const days of READ_AFTER_DAYS) {
      clock = EARLIEST + days * DAY;
      report = await expectReport(ledger);
    }
    if (index % ARCHIVE_EVERY === 0 && report !== undefined) await archive(ledger, report);
  }
  expect(scored).toBeGreaterThan(LEDGERS);
  expect(compared).toBeGreaterThan(LEDGERS / 2);
});
