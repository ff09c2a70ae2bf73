import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, expect, it } from "vitest";
import type { JsonObject } from "#lib/contract/json.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import { confirmOutcome } from "#server/console/outcomes/confirm-outcome.ts";
import { recordOutcome } from "#server/console/outcomes/record-outcome.ts";
import { effort } from "#test/effort.ts";
import { approveAll, readExample, startGateway } from "#test/start-gateway.ts";
import { readScoreOf } from "./get-score.ts";
import { readTrackRecord } from "./get-track-record.ts";
import { WHOLE } from "./part-of-record.ts";

const running = await startGateway();
const { gateway } = running;
afterAll(() => running.stop());

const LEDGERS = effort({ sample: 60, full: 1_000 });
const EVENT = Date.parse("2026-06-20T00:00:00Z");
const HOUR = 3_600_000;
const MEMBERS = await Promise.all(
  ["researcher", "reviewer"].map(async (role) => {
    const { rows } = await gateway.database.pool.query("select id, name, email, role from members where role = $1", [
      role,
    ]);
    return rows[0];
  }),
);
const [RECORDER, CONFIRMER] = MEMBERS;

/** Weights of the options. May include zeros, to which the probability floor of the log score applies. */
const weights = fc
  .array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 5 })
  .filter((all) => all.some(Boolean));

const questionArbitrary = weights.chain((first) => {
  const shares = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: first.length, maxLength: first.length });
  const some = shares.filter((all) => all.some(Boolean));
  return fc.record({
    options: fc.constant(first.map((_, index) => `option_${index}`)),
    counts: fc.option(shares),
    crowd: fc.option(some),
    forecasts: fc.array(fc.record({ shares: some, hoursBefore: fc.integer({ min: -30, max: 900 }) }), { maxLength: 4 }),
    outcome: fc.constantFrom("option", "option", "option", "void", "unconfirmed", "none"),
    happened: fc.nat({ max: first.length - 1 }),
    monthsEarlier: fc.integer({ min: 0, max: 3 }),
  });
});

type Question = typeof questionArbitrary extends fc.Arbitrary<infer Q> ? Q : never;

interface Made {
  readonly question: Question;
  readonly taskId: string;
  readonly forecasts: readonly {
    readonly requestId: string;
    readonly p: Record<string, number>;
    readonly late: boolean;
  }[];
}

function distribution(options: readonly string[], numbers: readonly number[]): Record<string, number> {
  const total = numbers.reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(options.map((option, index) => [option, (numbers[index] ?? 0) / total]));
}

/** Creates a question with its approval, forecasts and outcome. */
async function make(question: Question): Promise<Made> {
  const { options, counts, crowd } = question;
  const example = readExample("binary");
  const observed_at = "2026-01-01T00:00:00Z";
  const structured = (data: JsonObject) => ({ type: "structured" as const, data, observed_at });
  const context = [
    ...(counts === null
      ? []
      : [structured({ kind: "counts", reference_class: "c", counts: asNumbers(options, counts) })]),
    ...(crowd === null
      ? []
      : [structured({ kind: "forecast", source: "crowd", probabilities: distribution(options, crowd) })]),
  ];
  const request: PredictionRequest = {
    model: example.model,
    task: {
      ...example.task,
      instructions: `Question ${uuid()}?`,
      criteria: Object.fromEntries(options.map((option) => [option, null])),
      resolution: { ...example.task.resolution, resolves_at: new Date(eventOf(question)).toISOString() },
    },
    input: { as_of: "2026-02-01T00:00:00Z", context },
  };
  await approveAll(gateway, [request]);
  const [task_id, input_id] = [identify(request.task).id, identify(request.input).id];
  const happenedAt = eventOf(question);
  const forecasts = question.forecasts.map(({ shares, hoursBefore }) => ({
    requestId: uuid(),
    p: distribution(options, shares),
    at: happenedAt - hoursBefore * HOUR,
    late: hoursBefore <= 0,
  }));
  for (const { requestId, p, at } of forecasts) {
    await gateway.events.append(
      { type: "credential", id: "c", name: "c" },
      {
        kind: "prediction.answered",
        request_id: requestId,
        release: "r",
        task_id,
        input_id,
        model_version: "r@1",
        options,
        result: {
          type: "choice",
          choice: options[0] ?? "",
          probabilities: p,
          confidence: null,
          calibration_status: "not_independently_verified",
        },
        timing: {
          gateway_queue_ms: 0,
          model_queue_ms: 0,
          inference_ms: 0,
          load_ms: 0,
          cold_start: false,
          gateway_total_ms: 0,
          cache_hit: false,
          client_end_to_end_ms: null,
        },
        generated_at: new Date(at).toISOString(),
        trace: null,
      },
    );
  }
  if (question.outcome !== "none") {
    const option = question.outcome === "void" ? null : (options[question.happened] ?? null);
    const entry = { taskId: task_id, option, source: "s", happenedAt: new Date(happenedAt).toISOString() };
    const { id } = await recordOutcome(gateway, RECORDER, entry);
    if (question.outcome !== "unconfirmed") await confirmOutcome(gateway, CONFIRMER, id);
  }
  return { question, taskId: task_id, forecasts };
}

function asNumbers(options: readonly string[], numbers: readonly number[]): Record<string, number> {
  return Object.fromEntries(options.map((option, index) => [option, numbers[index] ?? 0]));
}

function eventOf({ monthsEarlier }: Question): number {
  return EVENT - monthsEarlier * 30 * 24 * HOUR;
}

/** Computes the scores from their definitions, without the code under test. */
function compute(ledger: readonly Made[]) {
  const rows = ledger.flatMap(({ question, forecasts, taskId }) => {
    if (question.outcome !== "option") return [];
    const happened = question.options[question.happened] ?? "";
    const loss = (p: Record<string, number>) => {
      let brier = 0;
      for (const option of question.options) brier += ((p[option] ?? 0) - (option === happened ? 1 : 0)) ** 2;
      return { brier, log: -Math.log(Math.max(p[happened] ?? 0, 0.0001)) };
    };
    const { counts, crowd, options } = question;
    const base = counts?.some((count) => count > 0) ? loss(distribution(options, counts)) : undefined;
    const last = crowd === null ? undefined : loss(distribution(options, crowd));
    const uniform = loss(
      distribution(
        options,
        options.map(() => 1),
      ),
    );
    return forecasts
      .filter(({ late }) => !late)
      .map(({ requestId, p }) => ({
        requestId,
        taskId,
        p,
        happened,
        ...loss(p),
        base,
        last,
        uniform,
        month: new Date(eventOf(question)).toISOString().slice(0, 7),
        size: options.length,
      }));
  });
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const skill = (own: readonly number[], reference: readonly number[]) =>
    reference.length === 0 || mean(reference) === 0 ? null : 1 - mean(own) / mean(reference);
  const withBase = rows.flatMap(({ base, ...row }) => (base === undefined ? [] : [{ ...row, base }]));
  const withLast = rows.flatMap(({ last, ...row }) => (last === undefined ? [] : [{ ...row, last }]));
  return { rows, mean, skill, withBase, withLast };
}

it(`scores equal an independent computation on ${LEDGERS} generated ledgers`, async () => {
  const ledgers = fc.sample(fc.array(questionArbitrary, { minLength: 1, maxLength: 3 }), LEDGERS);
  let scored = 0;
  for (const questions of ledgers) {
    await gateway.database.pool.query(
      "delete from outcomes; delete from scored_questions; delete from forecast_scores; delete from score_totals",
    );
    const ledger: Made[] = [];
    for (const question of questions) ledger.push(await make(question));
    const { rows, mean, skill, withBase, withLast } = compute(ledger);
    scored += rows.length;
    const record = await readTrackRecord(gateway, WHOLE);
    expect(record.part?.forecasts ?? 0).toBe(rows.length);
    for (const { forecasts } of ledger) {
      for (const { requestId } of forecasts) {
        const score = await readScoreOf(gateway.database, requestId);
        const row = rows.find((one) => one.requestId === requestId);
        expect(score.scored).toBe(row !== undefined);
        if (score.scored && row !== undefined) {
          expect(score.brier).toBeCloseTo(row.brier, 10);
          expect(score.log).toBeCloseTo(row.log, 10);
          expect([score.option, score.taskId]).toEqual([row.happened, row.taskId]);
        }
      }
    }
    const late = ledger
      .filter(({ question }) => ["option", "void"].includes(question.outcome))
      .flatMap(({ forecasts }) => forecasts.filter((one) => one.late));
    expect(record.notScored.late).toBe(late.length);
    expect(record.notScored.voidQuestions).toBe(questions.filter(({ outcome }) => outcome === "void").length);
    expect(record.notScored.unconfirmedQuestions).toBe(
      questions.filter(({ outcome }) => outcome === "unconfirmed").length,
    );
    if (rows.length === 0) continue;
    expect(record.part?.brier.value).toBeCloseTo(mean(rows.map(({ brier }) => brier)), 10);
    expect(record.part?.log.value).toBeCloseTo(mean(rows.map(({ log }) => log)), 10);
    const close = (found: number | null, expected: number | null) =>
      expected === null ? expect(found).toBeNull() : expect(found ?? Number.NaN).toBeCloseTo(expected, 8);
    close(
      record.skill.uniform.brier,
      skill(
        rows.map((r) => r.brier),
        rows.map((r) => r.uniform.brier),
      ),
    );
    close(
      record.skill.baseRate.log,
      skill(
        withBase.map((r) => r.log),
        withBase.map((r) => r.base.log),
      ),
    );
    close(
      record.skill.lastCrowd.brier,
      skill(
        withLast.map((r) => r.brier),
        withLast.map((r) => r.last.brier),
      ),
    );
    const binary = rows.filter(({ size }) => size === 2);
    expect(record.binary?.forecasts ?? 0).toBe(binary.length);
    if (binary.length > 0) {
      const oneSided = binary.map(({ p, happened }) => (1 - (p[happened] ?? 0)) ** 2);
      expect(record.binary?.value).toBeCloseTo(mean(oneSided), 10);
    }
    for (const { value, forecasts, brier } of record.months) {
      const inMonth = rows.filter(({ month }) => month === value);
      expect(forecasts).toBe(inMonth.length);
      expect(brier.value).toBeCloseTo(mean(inMonth.map((row) => row.brier)), 10);
    }
    const cells = rows.flatMap(({ p, happened }) =>
      Object.entries(p).map(([option, at]) => ({ at, hit: option === happened })),
    );
    for (const { bin, forecasts, frequency, meanProbability } of record.reliability) {
      const inside = cells.filter(({ at }) => (at === 1 ? 9 : Math.floor(at * 10)) === bin);
      expect(forecasts).toBe(inside.length);
      expect(frequency).toBeCloseTo(mean(inside.map(({ hit }) => (hit ? 1 : 0))), 10);
      expect(meanProbability).toBeCloseTo(mean(inside.map(({ at }) => at)), 10);
    }
    expect(record.reliability.reduce((sum, { forecasts }) => sum + forecasts, 0)).toBe(cells.length);
    expect(record.sharpness.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
  }
  expect(scored).toBeGreaterThan(LEDGERS);
});
