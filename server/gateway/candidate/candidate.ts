import { AsyncResource } from "node:async_hooks";
import type { Logger } from "pino";
import { v7 as uuid } from "uuid";
import { isInShare } from "#lib/domain/candidate-share.ts";
import type { AuditLog } from "#server/audit/log/audit-log.ts";
import type { CandidateAnswer, CandidateSubject } from "#server/audit/log/candidate-events.ts";
import { recordAnswer } from "#server/audit/log/recorded-answer.ts";
import { describeDefect } from "#server/base/describe-error.ts";
import { GatewayError, isContractError, toContractError } from "#server/base/errors.ts";
import type { CandidateSettings } from "#server/config/model-settings.ts";
import type { TokenBudget } from "#server/db/token-budget.ts";
import { admit } from "#server/gateway/predict/admit.ts";
import { checkTiming, toResult } from "#server/gateway/predict/check-answer.ts";
import { infer } from "#server/gateway/predict/infer.ts";
import { requireReady } from "#server/gateway/predict/require-ready.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { startDeadline } from "#server/limits/deadline.ts";
import { unlessAborted } from "#server/limits/unless-aborted.ts";
import type { Model } from "#server/models/model.ts";
import type { CandidateResult } from "#server/observe/metrics.ts";

export type Candidate = ReturnType<typeof createCandidate>;

interface Parts {
  readonly settings: CandidateSettings;
  readonly model: Model;
  /** An audit log whose batches contain no events of callers. */
  readonly events: AuditLog;
  readonly tokens: TokenBudget;
  readonly count: (result: CandidateResult) => void;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Asks a second model in the background, after callers have been answered. Nothing that the candidate does affects
 * callers: it has slots, a queue and a connection to the audit log of its own, and its errors are only recorded.
 */
export function createCandidate({ settings, model, events, tokens, count, log, now }: Parts) {
  const { share, concurrency, queue, deadlineMs } = settings;
  const closing = new AbortController();
  const waiting: Answered[] = [];
  const asking = new Set<Promise<void>>();

  function start(): void {
    while (asking.size < concurrency) {
      const next = waiting.shift();
      if (next === undefined) return;
      const asked = ask(next).finally(() => {
        asking.delete(asked);
        start();
      });
      asking.add(asked);
    }
  }

  /** Runs outside the async context of the caller's request, whose trace would otherwise contain the candidate. */
  const startLater = AsyncResource.bind(start);

  async function ask(prediction: Answered): Promise<void> {
    try {
      const { kind } = await askCandidate(
        { model, events, tokens, now, log, deadlineMs, stopping: closing.signal },
        prediction,
      );
      count(RESULTS[kind]);
    } catch (error) {
      // If an opening event was written, a background job records that the answer was abandoned.
      count("unrecorded");
      log.warn({ requestId: prediction.requestId, detail: describeDefect(error) }, "a candidate's answer was lost");
    }
  }

  return {
    model,
    tokens,
    /**
     * Queues an answered prediction for the candidate if its task is in the candidate's share. Drops the prediction if
     * the queue is full. Returns before the candidate is asked, and never throws.
     */
    follow(prediction: Answered) {
      if (closing.signal.aborted || !isInShare(prediction.valid.task.id, share)) return;
      if (waiting.length + asking.size >= concurrency + queue) return count("dropped");
      waiting.push(prediction);
      // In a later turn of the event loop, so that the caller is answered first.
      setImmediate(startLater);
    },
    load: () => ({ taken: asking.size, waiting: waiting.length }),
    /** Drops the queue, ends all inferences, and resolves once their events are written. */
    async close() {
      waiting.length = 0;
      closing.abort();
      await Promise.all(asking);
    },
  };
}

const RESULTS = {
  "candidate.answered": "answered",
  "candidate.failed": "failed",
  "candidate.refused": "refused",
} as const satisfies Record<CandidateAnswer["kind"], CandidateResult>;

/** A prediction whose caller has been answered. */
interface Answered {
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
async function askCandidate(asking: Asking, { requestId: prediction_id, valid }: Answered): Promise<CandidateAnswer> {
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
