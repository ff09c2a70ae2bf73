import { and, asc, eq, gt, min } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type MeasuredInput, sumWorths } from "#lib/scores/sum-worths.ts";
import { describeError } from "#server/base/describe-error.ts";
import { isContractError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { forecastScores, scoredQuestions } from "#server/db/outcome-schema.ts";
import { inputWorths, questionWorths } from "#server/db/worth-schema.ts";
import { readInputs, readTasks } from "#server/gateway/forecasts/read-content.ts";
import { admit } from "#server/gateway/predict/admit.ts";
import { lookUpReviewState } from "#server/gateway/predict/review-state.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";
import { freeWork } from "#server/limits/work.ts";

type Question = typeof scoredQuestions.$inferSelect;

interface ScoredInput {
  readonly taskId: string;
  readonly inputId: string;
  /** Time of the first forecast from this input. */
  readonly madeAt: Date | null;
  /** The option that happened. */
  readonly option: string;
}

interface Measured extends MeasuredInput {
  readonly inputId: string;
  readonly worths: (number | null)[];
}

const PAGE = 100;
/** Rows per INSERT statement: PostgreSQL limits the number of parameters. */
const ROWS = 500;

/** Queues the measurement of observations if a question waits for it. */
export async function sendUnmeasured({ database, jobs }: Pick<ConsoleContext, "database" | "jobs">): Promise<void> {
  const [waiting] = await readUnmeasured(database, 0, 1);
  if (waiting !== undefined) await jobs.send("worth", "waiting");
}

/**
 * Computes the worth of the observations of all questions that were scored, or scored again, since the last call. Only
 * inputs of forecasts that the running version of the model made are measured, and only while they are approved. If a
 * question fails, continues with the others and then rejects.
 */
export async function measureObservations(
  gateway: Pick<ConsoleContext, "database" | "model" | "log">,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (let last = 0; ; ) {
    const waiting = await readUnmeasured(gateway.database, last, PAGE);
    for (const question of waiting) {
      try {
        await measureQuestion(gateway, question, signal);
      } catch (error) {
        signal.throwIfAborted();
        gateway.log.warn({ task_id: question.taskId, detail: describeError(error) }, "observations were not measured");
        failures.push(error);
      }
    }
    const end = waiting.at(-1);
    if (end === undefined) break;
    last = end.number;
  }
  if (failures.length > 0) throw failures[0];
}

function readUnmeasured({ orm }: ConsoleContext["database"], above: number, limit: number): Promise<Question[]> {
  return orm
    .select()
    .from(scoredQuestions)
    .where(and(eq(scoredQuestions.measured, false), gt(scoredQuestions.number, above)))
    .orderBy(asc(scoredQuestions.number))
    .limit(limit);
}

async function measureQuestion(
  gateway: Pick<ConsoleContext, "database" | "model">,
  question: Question,
  signal: AbortSignal,
): Promise<void> {
  const { taskId, outcomeId, option } = question;
  const { database, model } = gateway;
  const { version } = model.status();
  // Without a version, no forecast matches. A void question has no scores.
  const scored = model.worth === undefined ? [] : await readScoredInputs(database, taskId, version ?? "");
  const measured: Measured[] = [];
  for (const { inputId, madeAt } of scored) {
    const one = await measureInput(gateway, { taskId, inputId, madeAt, option: option ?? "" }, signal);
    if (one !== undefined) measured.push(one);
  }
  const [first] = scored;
  await inTransaction(database, async (transaction) => {
    // No row is updated if a correction was confirmed meanwhile: the question then waits for another measurement.
    const isCurrent = and(eq(scoredQuestions.taskId, taskId), eq(scoredQuestions.outcomeId, outcomeId));
    const updated = await transaction
      .update(scoredQuestions)
      .set({ measured: true })
      .where(and(isCurrent, eq(scoredQuestions.measured, false)))
      .returning({ taskId: scoredQuestions.taskId });
    if (updated.length === 0 || first === undefined || version === undefined) return;
    const { bucket, countsFrom } = first;
    const inputs = measured.map(({ inputId, worths }) => ({ taskId, inputId, version, worths }));
    const sums = sumWorths(measured).map((sum) => ({ ...sum, taskId, bucket, countsFrom }));
    for (const rows of inBatches(inputs)) await transaction.insert(inputWorths).values(rows);
    for (const rows of inBatches(sums)) await transaction.insert(questionWorths).values(rows);
  });
}

function inBatches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, index) =>
    rows.slice(index * ROWS, (index + 1) * ROWS),
  );
}

/** Returns the inputs of a question's scored forecasts that this version made. Leaves out retrospective forecasts. */
function readScoredInputs({ orm }: ConsoleContext["database"], taskId: string, version: string) {
  const { inputId, bucket, countsFrom, generatedAt, retrospective } = forecastScores;
  return orm
    .select({ inputId, bucket, countsFrom, madeAt: min(generatedAt) })
    .from(forecastScores)
    .where(and(eq(forecastScores.taskId, taskId), eq(forecastScores.version, version), eq(retrospective, false)))
    .groupBy(inputId, bucket, countsFrom)
    .orderBy(inputId);
}

/**
 * Returns undefined if the approval for this release was revoked, or had expired when the first forecast was made:
 * models get approved inputs only.
 */
async function measureInput(
  { database, model }: Pick<ConsoleContext, "database" | "model">,
  { taskId, inputId, madeAt, option }: ScoredInput,
  signal: AbortSignal,
): Promise<Measured | undefined> {
  const task = (await readTasks(database, [taskId]))(taskId);
  const input = (await readInputs(database, [inputId]))(inputId);
  const request = { model: model.release, task, input };
  const valid = new ValidRequest({ request, options: Object.keys(task.criteria) });
  const subject = { release: model.release, task_id: taskId, input_id: inputId };
  try {
    const approved = await admit(model, uuid(), valid, () =>
      lookUpReviewState(database, subject, madeAt ?? new Date(0)),
    );
    const worths = await model.worth?.(approved, option, freeWork(signal).step);
    if (worths === undefined) return undefined;
    const findings = findingsOf({ model, now: () => madeAt ?? new Date(0) }, request);
    return { inputId, context: input.context, findings, worths: [...worths] };
  } catch (error) {
    if (isContractError(error) && error.code !== "AUDIT_UNAVAILABLE") return undefined;
    throw error;
  }
}
