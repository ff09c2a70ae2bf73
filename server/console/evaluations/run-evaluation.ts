import { setTimeout } from "node:timers/promises";
import { and, asc, eq, isNull } from "drizzle-orm";
import { runEvaluation } from "#lib/evaluation/run-evaluation.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluationCases, evaluations } from "#server/db/evaluation-schema.ts";
import { readRequests } from "#server/gateway/forecasts/read-content.ts";
import { askCase, NothingToAsk } from "./ask-case.ts";
import { finishEvaluation } from "./finish-evaluation.ts";
import { readEvaluation } from "./read-evaluation.ts";

/**
 * Sends all open cases of a running evaluation to the model, then stores the report. Resolves without a report if the
 * evaluation is paused or stopped meanwhile. Rejects if the process stops or the model stays unavailable; another call
 * resumes the evaluation.
 */
export async function runJob(gateway: ConsoleContext, id: string, signal: AbortSignal): Promise<void> {
  const { database, admission } = gateway;
  const { status, release: model } = await readEvaluation(database.orm, id);
  // This process would refuse cases of another release permanently. A process that serves that release runs them.
  if (status !== "running" || model !== gateway.model.release) return;
  const cases = await database.orm
    .select({ index: evaluationCases.index, taskId: evaluationCases.taskId, inputId: evaluationCases.inputId })
    .from(evaluationCases)
    .where(and(eq(evaluationCases.evaluationId, id), isNull(evaluationCases.requestId)))
    .orderBy(asc(evaluationCases.index));
  try {
    await runEvaluation({
      cases,
      async ask({ index, taskId, inputId }, aborted) {
        const subject = { taskId, inputId };
        const request = (await readRequests(database, model, [subject]))(subject);
        return askCase(gateway, { evaluationId: id, index, request }, aborted);
      },
      // Stores nothing: askCase() records the answers.
      store: { kept: new Map(), keep: async () => {} },
      parallel: admission.load().slots,
      signal,
      pause: (seconds, aborted) => setTimeout(seconds * 1_000, undefined, { signal: aborted }),
      step: () => {},
    });
  } catch (error) {
    if (error instanceof NothingToAsk) return;
    throw error;
  }
  await finishEvaluation(gateway, id);
}

/** Queues all running evaluations again, because the process that ran them may have been killed. */
export async function sendRunning({ database, jobs }: Pick<ConsoleContext, "database" | "jobs">): Promise<void> {
  const running = await database.orm
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(eq(evaluations.status, "running"))
    .orderBy(asc(evaluations.id));
  for (const { id } of running) await jobs.send("evaluation", id);
}
