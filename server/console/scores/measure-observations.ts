import { and, asc, eq, gt, isNull, min } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { MeasuredInput, MeasuredObservation } from "#lib/scores/recorded-question.ts";
import { describeObservations } from "#lib/scores/sum-worths.ts";
import { describeError } from "#server/base/describe-error.ts";
import { isContractError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { forecastScores, reports, scoredQuestions } from "#server/db/outcome-schema.ts";
import { readAll } from "#server/db/read-pages.ts";
import { readRequests } from "#server/gateway/forecasts/read-content.ts";
import { admit } from "#server/gateway/predict/admit.ts";
import { lookUpReviewState } from "#server/gateway/predict/review-state.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";
import { freeWork } from "#server/limits/work.ts";

const PAGE = 100;

/** Queues the measurement of observations if a question waits for it. */
export async function sendUnmeasured({ database, jobs }: Pick<ConsoleContext, "database" | "jobs">): Promise<void> {
  const [waiting] = await readUnmeasured(database, "", 1);
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
  for await (const question of readAll<Question>((last) =>
    readUnmeasured(gateway.database, last?.taskId ?? "", PAGE),
  )) {
    try {
      await measureQuestion(gateway, question, signal);
    } catch (error) {
      signal.throwIfAborted();
      gateway.log.warn({ task_id: question.taskId, detail: describeError(error) }, "observations were not measured");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Question = Awaited<ReturnType<typeof readUnmeasured>>[number];

function readUnmeasured({ orm }: ConsoleContext["database"], above: string, limit: number) {
  const { taskId, outcomeId, option, worths } = scoredQuestions;
  return orm
    .select({ taskId, outcomeId, option })
    .from(scoredQuestions)
    .where(and(isNull(worths), gt(taskId, above)))
    .orderBy(asc(taskId))
    .limit(limit);
}

async function measureQuestion(
  gateway: Pick<ConsoleContext, "database" | "model">,
  { taskId, outcomeId, option }: Question,
  signal: AbortSignal,
): Promise<void> {
  const { database, model } = gateway;
  const { version } = model.status();
  const worths: MeasuredInput[] = [];
  if (model.worth !== undefined && version !== undefined && option !== null) {
    for (const { inputId, madeAt } of await readScoredInputs(database, taskId, version)) {
      const observations = await measureInput(
        gateway,
        { taskId, inputId, madeAt: madeAt ?? new Date(0) },
        option,
        signal,
      );
      if (observations !== undefined) worths.push({ inputId, version, observations });
    }
  }
  // No row is updated if a correction was confirmed meanwhile: the question then waits for another measurement.
  const isCurrent = and(eq(scoredQuestions.taskId, taskId), eq(scoredQuestions.outcomeId, outcomeId));
  await database.orm
    .update(scoredQuestions)
    .set({ worths })
    .where(and(isCurrent, isNull(scoredQuestions.worths)));
  // Worths have no audit event, so the stored report is marked as outdated.
  if (worths.length > 0) await database.orm.update(reports).set({ through: 0 });
}

/** Returns the inputs of a question's scored forecasts that this version made. Leaves out retrospective forecasts. */
function readScoredInputs({ orm }: ConsoleContext["database"], task: string, ofVersion: string) {
  const { taskId, inputId, predictionId, version, generatedAt, retrospective } = forecastScores;
  return orm
    .select({ inputId, madeAt: min(generatedAt) })
    .from(forecastScores)
    .where(and(eq(taskId, task), eq(version, ofVersion), isNull(predictionId), eq(retrospective, false)))
    .groupBy(inputId)
    .orderBy(inputId);
}

/**
 * `madeAt` is the time of the first forecast from the input. Returns undefined if the approval for this release was
 * revoked, or had expired at this time: models get approved inputs only.
 */
async function measureInput(
  { database, model }: Pick<ConsoleContext, "database" | "model">,
  { taskId, inputId, madeAt }: { readonly taskId: string; readonly inputId: string; readonly madeAt: Date },
  option: string,
  signal: AbortSignal,
): Promise<MeasuredObservation[] | undefined> {
  const request = (await readRequests(database, model.release, [{ taskId, inputId }]))({ taskId, inputId });
  const valid = new ValidRequest({ request, options: Object.keys(request.task.criteria) });
  const subject = { release: model.release, task_id: taskId, input_id: inputId };
  try {
    const approved = await admit(model, uuid(), valid, () => lookUpReviewState(database, subject, madeAt));
    const worths = await model.worth?.(approved, option, freeWork(signal).step);
    const findings = findingsOf({ model, now: () => madeAt }, request);
    return worths === undefined ? undefined : describeObservations(request.input.context, findings, worths);
  } catch (error) {
    if (isContractError(error) && error.code !== "AUDIT_UNAVAILABLE") return undefined;
    throw error;
  }
}
