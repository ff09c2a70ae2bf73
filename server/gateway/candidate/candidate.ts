import { AsyncResource } from "node:async_hooks";
import type { Logger } from "pino";
import { isInShare } from "#lib/domain/candidate-share.ts";
import type { AuditLog } from "#server/audit/log/audit-log.ts";
import type { CandidateAnswer } from "#server/audit/log/candidate-events.ts";
import { describeDefect } from "#server/base/describe-error.ts";
import type { CandidateSettings } from "#server/config/model-settings.ts";
import type { TokenBudget } from "#server/db/token-budget.ts";
import type { Model } from "#server/models/model.ts";
import type { CandidateResult } from "#server/observe/metrics.ts";
import { type Answered, askCandidate } from "./ask-candidate.ts";

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
