import { setTimeout } from "node:timers/promises";
import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Task } from "#lib/contract/request.ts";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import type { Asked } from "#lib/evaluation/run-evaluation.ts";
import { runEvaluation } from "#lib/evaluation/run-evaluation.ts";
import type { Answers } from "#lib/scores/evaluation.ts";
import type { Event } from "#server/audit/log/event.ts";
import { resultOf } from "#server/audit/log/recorded-answer.ts";
import { sha256 } from "#server/base/digest.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluationCases, evaluations } from "#server/db/evaluation-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { Database } from "#server/db/open.ts";
import { readPages } from "#server/db/read-pages.ts";
import { events } from "#server/db/schema.ts";
import { readRequests } from "#server/gateway/forecasts/read-content.ts";
import { askCase, NothingToAsk } from "./ask-case.ts";
import type { Evaluation } from "./read-evaluations.ts";
import { readEvaluation } from "./read-evaluations.ts";

type Row = typeof evaluationCases.$inferSelect;

const PAGE = 200;

/** Reads all closed cases and their answers from the audit log, page by page. Throws if the audit log has no answer to a closed case. */
export async function readAnswers(database: Database, { id, release }: Evaluation): Promise<Answers> {
  const cases: ResolvedCase[] = [];
  const answers: Asked[] = [];
  const pages = readPages<Row>((last) =>
    database.orm
      .select()
      .from(evaluationCases)
      .where(and(eq(evaluationCases.evaluationId, id), gt(evaluationCases.index, last?.index ?? -1)))
      .orderBy(asc(evaluationCases.index))
      .limit(PAGE),
  );
  for await (const rows of pages) {
    const [ended, asked] = [rows.filter(({ requestId }) => requestId !== null), await readAsked(database, rows)];
    const closed = await readCases(database, release, ended);
    cases.push(...closed);
    answers.push(...closed.map(({ request }, index) => asked(ended[index] as Row, request.task)));
  }
  return { cases, answers };
}

async function readCases(database: Database, model: string, rows: readonly Row[]): Promise<ResolvedCase[]> {
  const requestOf = await readRequests(database, model, rows);
  return rows.map(({ line, set, question, outcome, optionOrder, block, references, ...subject }) => ({
    ...{ line, set, question, request: requestOf(subject), outcome },
    order: optionOrder ?? undefined,
    block: block ?? undefined,
    references: references ?? undefined,
  }));
}

async function readAsked({ orm }: Database, rows: readonly Row[]): Promise<(row: Row, task: Task) => Asked> {
  const requestIds = rows.flatMap(({ requestId }) => requestId ?? []);
  const found = await orm
    .select({ body: events.body })
    .from(events)
    .where(and(inArray(events.requestId, requestIds), eq(events.kind, "evaluation.answered")));
  const answered = new Map(
    found.flatMap(({ body }) => {
      const event: Event = JSON.parse(body.toString());
      return event.kind === "evaluation.answered" ? [[event.request_id, event] as const] : [];
    }),
  );
  return ({ evaluationId, index, requestId, code, reason }, task) => {
    if (code !== null) return { ok: false, code, reason: reason ?? "" };
    const event = answered.get(requestId ?? "");
    if (event?.evaluation_id !== evaluationId || event.case_index !== index) {
      throw new Error(`the audit log has no answer to case ${index} of evaluation ${evaluationId}`);
    }
    return { ok: true, modelVersion: event.model_version, probabilities: resultOf(event, task).probabilities };
  };
}

const ACTOR = { type: "system", id: "evaluations" } as const;

/** Computes the report of an evaluation whose cases are all closed. Stores it unless the evaluation was paused or stopped. */
async function finishEvaluation(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "model" | "now" | "computer">,
  id: string,
): Promise<void> {
  const { database, config, model, events, computer, now } = gateway;
  const evaluation = await readEvaluation(database.orm, id);
  const subject = {
    adapter: config.model.adapter,
    server: model.status().server ?? null,
    dataDigest: evaluation.dataDigest,
    files: [evaluation.fileName],
  };
  const report = await computer.evaluation(subject, () => readAnswers(database, evaluation));
  const reportDigest = sha256(report).toString("hex");
  await inTransaction(database, async (transaction) => {
    const finished = await transaction
      .update(evaluations)
      .set({ status: "finished", endedAt: now(), report: Buffer.from(report), reportDigest })
      .where(and(eq(evaluations.id, id), eq(evaluations.status, "running")))
      .returning({ id: evaluations.id });
    if (finished.length === 0) return;
    await events.appendIn(transaction, ACTOR, {
      kind: "evaluation.ended",
      evaluation_id: id,
      status: "finished",
      report_digest: reportDigest,
    });
  });
}

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
