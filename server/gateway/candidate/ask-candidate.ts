import type { Logger } from "pino";
import { v7 as uuid } from "uuid";
import type { AuditLog } from "#server/audit/log/audit-log.ts";
import type { CandidateAnswer, CandidateSubject } from "#server/audit/log/candidate-events.ts";
import { recordAnswer } from "#server/audit/log/recorded-answer.ts";
import { GatewayError, isContractError, toContractError } from "#server/base/errors.ts";
import type { TokenBudget } from "#server/db/token-budget.ts";
import { admit } from "#server/gateway/predict/admit.ts";
import { checkTiming, toResult } from "#server/gateway/predict/check-answer.ts";
import { infer } from "#server/gateway/predict/infer.ts";
import { requireReady } from "#server/gateway/predict/require-ready.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { startDeadline } from "#server/limits/deadline.ts";
import { unlessAborted } from "#server/limits/unless-aborted.ts";
import type { Model } from "#server/models/model.ts";

/** A prediction whose caller has been answered. */
export interface Answered {
  readonly requestId: string;
  readonly valid: ValidRequest;
}

interface Asking {
  readonly model: Model;
  readonly events: AuditLog;
  readonly tokens: TokenBudget;
  readonly now: () => Date;
  readonly log: Logger;
  readonly deadlineMs: number;
  /** Ends the inference when it aborts. */
  readonly stopping: AbortSignal;
}

const ACTOR = { type: "system", id: "candidate" } as const;

/**
 * Asks the candidate about the task and input of a prediction, with the same checks as a prediction, and records the
 * answer or the error. Returns the recorded event. Rejects if an event cannot be recorded; the event is not sent again,
 * because the first attempt may have succeeded.
 */
export async function askCandidate(
  asking: Asking,
  { requestId: prediction_id, valid }: Answered,
): Promise<CandidateAnswer> {
  const { model, events } = asking;
  const subject: CandidateSubject = {
    request_id: uuid(),
    prediction_id,
    release: model.release,
    task_id: valid.task.id,
    input_id: valid.input.id,
  };
  const event = await answer(asking, valid, subject);
  await events.append(ACTOR, event);
  return event;
}

async function answer(
  { model, events, tokens, now, log, deadlineMs, stopping }: Asking,
  valid: ValidRequest,
  subject: CandidateSubject,
): Promise<CandidateAnswer> {
  const deadline = startDeadline(performance.now(), deadlineMs, new AbortController().signal, stopping);
  let opened = false;
  try {
    const approved = await admit(model, subject.request_id, valid, async () => {
      const state = await events.open(ACTOR, { kind: "candidate.opened", ...subject });
      opened = state.bound && state.approved;
      return state;
    });
    await unlessAborted(tokens.requireLeft(), deadline.signal);
    await unlessAborted(requireReady(model), deadline.signal);
    const slot = { waited: 0, leave: () => {} };
    const inference = await infer({ model }, { idempotencyKey: undefined }, approved, { slot, deadline });
    const { modelVersion, usage } = inference.answer;
    return {
      kind: "candidate.answered",
      ...subject,
      model_version: modelVersion,
      ...recordAnswer(approved, toResult(approved.task, inference.answer)),
      timing: checkTiming(inference.answer, inference.seenMs),
      generated_at: now().toISOString(),
      ...(model.trainingCutoff === undefined ? {} : { training_cutoff: model.trainingCutoff }),
      ...(usage === undefined ? {} : { usage }),
    };
  } catch (error) {
    if (isContractError(error) && error.code === "AUDIT_UNAVAILABLE") throw error;
    const { code, detail, usage } = deadline.signal.aborted
      ? new GatewayError("MODEL_TIMEOUT", {
          detail: deadline.signal.reason,
          usage: isContractError(error) ? error.usage : undefined,
        })
      : toContractError(error);
    log.warn({ requestId: subject.prediction_id, code, detail }, "the candidate did not answer");
    const spent = usage === undefined ? {} : { usage };
    return { kind: opened ? "candidate.failed" : "candidate.refused", ...subject, code, ...spent };
  } finally {
    deadline.clear();
  }
}
