import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { expect, it } from "vitest";
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
import { effort } from "#test/effort.ts";
import { makeFolder } from "#test/run-process.ts";
import { appendForecast, DAY, ledgerArbitrary, type Made, makeQuestion, readMember } from "#test/score-ledger.ts";
import { startGateway } from "#test/start-gateway.ts";
import { readCandidateRecord } from "./compare-candidate.ts";
import { countDueScores } from "./count-due-scores.ts";
import { readScoreOf } from "./get-score.ts";
import { readTrackRecord, type TrackRecord } from "./get-track-record.ts";
import { readTotals } from "./part-totals.ts";

const EARLIEST = Date.parse("2026-06-21T00:00:00Z");
let clock = EARLIEST;
// No background jobs run, because they would count scores while the test sets the clock back.
const { gateway } = await startGateway({}, undefined, { now: () => new Date(clock), repeat: () => () => {} });
const { database } = gateway;

const LEDGERS = effort({ sample: 20, full: 1_000 });
/** Every n-th ledger is archived, because each archive takes a second. */
const ARCHIVE_EVERY = 10;
const READ_AFTER_DAYS = [0, 20, 1_000];

const MEMBERS = { recorder: await readMember(gateway, "researcher"), confirmer: await readMember(gateway, "reviewer") };

function expectSkill(rows: readonly Row[], found: TrackRecord["skill"]): void {
  for (const [name, referenceOf] of [
    ["uniform", (row: Row) => row.uniform],
    ["baseRate", (row: Row) => row.base],
    ["lastCrowd", (row: Row) => row.crowd],
  ] as const) {
    const paired = rows.filter((row) => referenceOf(row) !== undefined);
    for (const kind of ["brier", "log"] as const) {
      const own = mean(questionMeans(paired, (row) => row[kind]));
      const reference = mean(questionMeans(paired, (row) => referenceOf(row)?.[kind] ?? Number.NaN));
      expectClose(found[name][kind]?.value, paired.length === 0 || reference === 0 ? null : 1 - own / reference);
    }
    expect(found[name].questions).toBe(questionMeans(paired, () => 0).length);
  }
}

function expectShapes(rows: readonly Row[], { reliability, sharpness, discrimination }: TrackRecord): void {
  const happened = questionMeans(rows, ({ forecast, happened }) => forecast.p[happened] ?? 0);
  const options = new Map(rows.map(({ made }) => [made.taskId, made.question.options.length]));
  const others = [...options.values()].reduce((sum, count) => sum + count - 1, 0);
  const total = happened.reduce((sum, one) => sum + one, 0);
  expectClose(discrimination?.meanHappened, rows.length === 0 ? null : mean(happened));
  expectClose(discrimination?.meanOthers, rows.length === 0 ? null : (happened.length - total) / others);
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
}

/** Compares every part of the track record with the computation, and the inputs of its bootstraps. */
async function expectParts(rows: readonly Row[], record: TrackRecord): Promise<void> {
  const expected = partsAt(rows, clock);
  const checked = new Set([...expected.keys()].map((name) => name.split(" ")[0]));
  const totals = await readTotals(database);
  const found = [...record.parts, ...record.months, ...(record.part === undefined ? [] : [record.part])];
  const names = found.filter(({ dimension }) => checked.has(dimension)).map((one) => `${one.dimension} ${one.value}`);
  expect(names.sort()).toEqual([...expected.keys()].sort());
  for (const one of found) {
    const members = expected.get(`${one.dimension} ${one.value}`);
    if (members === undefined) continue;
    const means = { brier: questionMeans(members, (row) => row.brier), log: questionMeans(members, (row) => row.log) };
    expect([one.forecasts, one.questions]).toEqual([members.length, means.brier.length]);
    expectClose(one.brier.value, mean(means.brier));
    expectClose(one.log.value, mean(means.log));
    expectClose(one.overForecasts.brier, mean(members.map((row) => row.brier)));
    expectClose(one.overForecasts.log, mean(members.map((row) => row.log)));
    const groups = totals.find(({ dimension, value }) => dimension === one.dimension && value === one.value);
    expect(groups?.groupQuestions).toEqual(means.brier.map(() => 1));
    for (const [found, expectedMeans] of [
      [groups?.groupBrier, means.brier],
      [groups?.groupLog, means.log],
    ]) {
      const sorted = expectedMeans?.toSorted((a, b) => a - b) ?? [];
      for (const [index, value] of (found?.toSorted((a, b) => a - b) ?? []).entries())
        expectClose(value, sorted[index]);
    }
  }
}

/** Compares each pair of a candidate version and a release version with the computation. */
async function expectCandidate(counted: readonly Row[]): Promise<void> {
  const expected = Map.groupBy(candidateRows(counted), ({ versions }) => versions);
  const { comparisons } = await readCandidateRecord(gateway);
  expect(comparisons.map((one) => `${one.candidateVersion} ${one.releaseVersion}`).sort()).toEqual(
    [...expected.keys()].sort(),
  );
  for (const one of comparisons) {
    const rows = expected.get(`${one.candidateVersion} ${one.releaseVersion}`) ?? [];
    for (const kind of ["brier", "log"] as const) {
      const release = questionMeans(rows, (row) => row[kind]);
      const differences = questionMeans(rows, (row) => row.candidate[kind] - row[kind]);
      expect([one.forecasts, one.questions]).toEqual([rows.length, release.length]);
      expectClose(one[kind].release, mean(release));
      expectClose(one[kind].difference, mean(differences));
      expectClose(one[kind].candidate, mean(release) + mean(differences));
      expect(one[kind].isSignificant).toBe(false);
      // An interval of means of questions lies within the range of the questions.
      const { low, high } = one[kind].interval ?? { low: Number.NaN, high: Number.NaN };
      expect(Number.isNaN(low)).toBe(release.length < 2);
      if (release.length < 2) continue;
      expect(low).toBeGreaterThanOrEqual(Math.min(...differences) - 1e-9);
      expect(high).toBeLessThanOrEqual(Math.max(...differences) + 1e-9);
    }
  }
}

async function expectRecord(ledger: readonly Made[], lateAfterwards = 0): Promise<TrackRecord> {
  const rows = scoreLedger(ledger);
  const record = await readTrackRecord(gateway);
  const counted = rows.filter((row) => row.made.resolvesAt <= clock && !isRetrospective(row));
  await expectParts(rows, record);
  await expectCandidate(counted);
  expectSkill(counted, record.skill);
  expectShapes(counted, record);
  const binary = counted.filter(({ made }) => made.question.options.length === 2);
  expectClose(
    record.binary?.value,
    binary.length === 0
      ? null
      : mean(questionMeans(binary, ({ forecast, happened }) => (1 - (forecast.p[happened] ?? 0)) ** 2)),
  );
  const isLate = ({ confirmed, forecasts }: Made) =>
    confirmed === undefined ? [] : forecasts.filter(({ at }) => at >= confirmed.happenedAt);
  expect(record.notScored).toEqual({
    late: ledger.flatMap(isLate).length + lateAfterwards,
    voidQuestions: ledger.filter(({ confirmed }) => confirmed?.option === null).length,
    voidForecasts: ledger.flatMap((made) =>
      made.confirmed?.option === null ? made.forecasts.filter((one) => !isLate(made).includes(one)) : [],
    ).length,
    unconfirmedQuestions: ledger.filter(({ question }) => question.outcome === "unconfirmed").length,
  });
  return record;
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
async function archive(ledger: readonly Made[], before: TrackRecord): Promise<void> {
  const compared = await readCandidateRecord(gateway);
  await archiveAll(gateway, makeFolder());
  expect(await readTrackRecord(gateway)).toEqual(before);
  expect(await readCandidateRecord(gateway)).toEqual(compared);
  const [made] = ledger.filter(({ confirmed }) => confirmed !== undefined);
  if (made === undefined) return;
  const { rows } = await database.pool.query("select input_id from approvals where task_id = $1", [made.taskId]);
  const { options } = made.question;
  const p = Object.fromEntries(options.map((option) => [option, 1 / options.length]));
  const late = { requestId: uuid(), p, at: clock, input: 0 as const, version: "r@1" };
  await appendForecast(gateway, made.taskId, rows[0].input_id, options, late);
  await expectRecord(ledger, 1);
}

it(`the track record equals an independent computation on ${LEDGERS} generated ledgers`, async () => {
  let [scored, compared] = [0, 0];
  for (const [index, questions] of fc.sample(ledgerArbitrary, LEDGERS).entries()) {
    clock = EARLIEST;
    await database.pool.query(
      "delete from outcomes; delete from scored_questions; delete from forecast_scores; delete from candidate_scores; " +
        "delete from score_totals",
    );
    const ledger: Made[] = [];
    for (const question of questions) ledger.push(await makeQuestion(gateway, MEMBERS, question));
    scored += scoreLedger(ledger).length;
    compared += candidateRows(scoreLedger(ledger)).length;
    await expectScores(ledger);
    let record: TrackRecord | undefined;
    for (const days of READ_AFTER_DAYS) {
      clock = EARLIEST + days * DAY;
      await countDueScores(gateway);
      record = await expectRecord(ledger);
    }
    if (index % ARCHIVE_EVERY === 0 && record !== undefined) await archive(ledger, record);
  }
  expect(scored).toBeGreaterThan(LEDGERS);
  expect(compared).toBeGreaterThan(LEDGERS / 2);
});
