import { and, eq, isNull } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Asked, Busy } from "#lib/evaluation/run-evaluation.ts";
import type { CaseSubject } from "#server/audit/log/evaluation-events.ts";
import type { EventContent } from "#server/audit/log/event.ts";
import { recordAnswer } from "#server/audit/log/recorded-answer.ts";
import { type ContractError, isContractError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { storableText } from "#server/db/columns.ts";
import { evaluationCases } from "#server/db/evaluation-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { admit } from "#server/gateway/predict/admit.ts";
import { checkTiming, toResult } from "#server/gateway/predict/check-answer.ts";
import { infer } from "#server/gateway/predict/infer.ts";
import { requireReady } from "#server/gateway/predict/require-ready.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { startDeadline } from "#server/limits/deadline.ts";

/** Thrown if the evaluation was paused or stopped, or if another process has closed the case. */
export class NothingToAsk extends Error {}

/** Temporary errors: the case stays open and is sent to the model again. */
const BUSY = ["MODEL_OFFLINE", "MODEL_NOT_READY", "QUEUE_FULL", "AUDIT_UNAVAILABLE"];

const ACTOR = { type: "system", id: "evaluations" } as const;

interface Case {
  readonly evaluationId: string;
  readonly index: number;
  readonly request: PredictionRequest;
}

/**
 * Sends one case to the model in a background slot, with the same checks as a prediction. Closes the case in the
 * transaction that records the answer or the final error, so each case is closed only once. Rejects with NothingToAsk,
 * or if the signal or the shutdown of the process aborts the inference.
 */
export async function askCase(
  gateway: Pick<
    ConsoleContext,
    "config" | "database" | "events" | "model" | "tokens" | "admission" | "now" | "stopping"
  >,
  one: Case,
  signal: AbortSignal,
): Promise<Asked | Busy> {
  const { model, admission, events, config, stopping } = gateway;
  const requestId = uuid();
  const valid = new ValidRequest({ request: one.request, options: Object.keys(one.request.task.criteria) });
  const subject: CaseSubject = {
    request_id: requestId,
    release: model.release,
    task_id: valid.task.id,
    input_id: valid.input.id,
    evaluation_id: one.evaluationId,
    case_index: one.index,
  };
  let opened = false;
  const slot = await admission.enterInBackground(signal);
  const deadline = startDeadline(performance.now(), config.model.deadlineMs, signal, stopping);
  try {
    await gateway.tokens.requireLeft();
    await requireReady(model);
    const approved = await admit(model, requestId, valid, async () => {
      const state = await events.open(ACTOR, { kind: "evaluation.opened", ...subject });
      if (!state.bound) throw new NothingToAsk();
      opened = state.approved;
      return state;
    });
    const { answer, queueMs, seenMs } = await infer(gateway, { idempotencyKey: undefined }, approved, {
      slot,
      deadline,
    });
    const result = toResult(approved.task, answer);
    await close(gateway, subject, undefined, {
      kind: "evaluation.answered",
      ...subject,
      model_version: answer.modelVersion,
      ...recordAnswer(approved, result),
      timing: { ...checkTiming(answer, seenMs), gateway_queue_ms: queueMs },
      generated_at: gateway.now().toISOString(),
      trace: answer.trace ?? null,
      ...(model.trainingCutoff === undefined ? {} : { training_cutoff: model.trainingCutoff }),
      ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    });
    return { ok: true, modelVersion: answer.modelVersion, probabilities: result.probabilities };
  } catch (error) {
    if (!isContractError(error)) throw error;
    return await refuse(gateway, subject, error, { opened, gaveUp: signal.aborted || stopping.aborted });
  } finally {
    slot.leave();
    deadline.clear();
  }
}

async function refuse(
  gateway: Pick<ConsoleContext, "database" | "events">,
  subject: CaseSubject,
  error: ContractError,
  { opened, gaveUp }: { readonly opened: boolean; readonly gaveUp: boolean },
): Promise<Asked | Busy> {
  const { code, retryAfter, message, usage } = error;
  const failed = { code, ...(usage === undefined ? {} : { usage }) };
  const kind = opened ? "evaluation.failed" : "evaluation.refused";
  if (gaveUp || BUSY.includes(code)) {
    // Record that this attempt failed, but leave the case open for another attempt.
    if (opened && code !== "AUDIT_UNAVAILABLE") await gateway.events.append(ACTOR, { kind, ...subject, ...failed });
    if (gaveUp) throw error;
    return { ok: "busy", code, retrySeconds: retryAfter ?? 1 };
  }
  await close(gateway, subject, { code, reason: storableText(message) }, { kind, ...subject, ...failed });
  return { ok: false, code, reason: message };
}

function close(
  { database, events }: Pick<ConsoleContext, "database" | "events">,
  { request_id: requestId, evaluation_id, case_index }: CaseSubject,
  refusal: Pick<typeof evaluationCases.$inferInsert, "code" | "reason"> | undefined,
  event: EventContent,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const isOpen = and(
      eq(evaluationCases.evaluationId, evaluation_id),
      eq(evaluationCases.index, case_index),
      isNull(evaluationCases.requestId),
    );
    const closed = await transaction
      .update(evaluationCases)
      .set({ requestId, ...refusal })
      .where(isOpen)
      .returning({ index: evaluationCases.index });
    if (closed.length === 0) throw new NothingToAsk();
    await events.appendIn(transaction, ACTOR, event);
  });
}
