import type { ModelState } from "#lib/domain/model-state.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import { describeError } from "#server/base/describe-error.ts";
import { within } from "#server/base/within.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { carryOutDue, overwriteErased } from "#server/console/erasure/erasures.ts";
import { runRetention } from "#server/console/erasure/retention.ts";
import { runJob, sendRunning } from "#server/console/evaluations/run-evaluation.ts";
import { checkWaiting } from "#server/console/notices/check-waiting.ts";
import { tellRecipient } from "#server/console/notices/tell-recipient.ts";
import { createAlarmWatch } from "#server/console/notices/watch-alarms.ts";
import { beginWatching, watchEvents } from "#server/console/notices/watch-events.ts";
import { renewExpiring } from "#server/console/reviews/approvals.ts";
import { measureObservations, sendUnmeasured } from "#server/console/scores/measure-observations.ts";
import { deliver, sendWaitingDeliveries } from "#server/console/webhooks/deliver-webhook.ts";
import { refreshStatistics } from "#server/db/refresh-statistics.ts";
import { recordUses } from "#server/gateway/credentials/record-uses.ts";
import { createAbandonedRecorder } from "#server/gateway/recording/record-abandoned.ts";

const CHECKPOINT_EVERY_MS = 60_000;
const NOTE_USES_EVERY_MS = 10_000;
const LOOK_AT_MODEL_EVERY_MS = 5_000;
const RECORD_REFUSALS_EVERY_MS = 1_000;
const COUNT_EVERY_MS = 30_000;
const TIDY_KEYS_EVERY_MS = 60_000;
const RECORD_ABANDONED_EVERY_MS = 60_000;
const WATCH_EVENTS_EVERY_MS = 5_000;
const COMPUTE_SCORES_EVERY_MS = 60_000;
const SEND_WAITING_EVERY_MS = 600_000;
const CHECK_WAITING_EVERY_MS = 300_000;
const RENEW_EXPIRING_EVERY_MS = 600_000;
const CARRY_OUT_EVERY_MS = 60_000;
const RUN_RETENTION_EVERY_MS = 3_600_000;
/** Time limit at shutdown, in milliseconds, for the remaining work. */
const END_MS = 2_000;

/** Calls `work` every `milliseconds`; returns a function that stops the calls. */
export type Repeat = (work: () => Promise<void>, milliseconds: number) => () => void;

export const repeatByTimer: Repeat = (work, milliseconds) => {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
};

/**
 * Starts the background jobs and the job queue: evaluations, notifications, webhooks, worth of observations, expiring
 * approvals, retention, statistics, scores, last use of credentials, abandoned predictions and model readiness. At
 * start, every minute and at shutdown, also compares the audit log with its last checkpoint, and signs a new one if the
 * log has grown. Returns the function that stops.
 */
export async function startJobs(gateway: ConsoleContext, repeat: Repeat): Promise<() => Promise<void>> {
  const { database, tree, refusals, authenticator, model, idempotencyKeys, jobs, log } = gateway;
  const stopping = new AbortController();
  let lastState: ModelState = "ready";

  async function lookAtModel(): Promise<void> {
    const state = await model.readiness();
    if (state !== lastState) {
      const level = state === "ready" ? "info" : state === "refused" ? "error" : "warn";
      const why =
        state === "refused"
          ? ": its server refuses MODEL_TOKEN or MODEL_HEADERS, or its account has no quota left"
          : "";
      log[level]({ model: state }, `the model's readiness has changed${why}`);
    }
    lastState = state;
  }

  async function count(): Promise<void> {
    await refreshStatistics(database, (await readHead(database))?.seq ?? 0);
  }

  const recordAbandoned = createAbandonedRecorder(gateway);

  async function lookForAbandoned(): Promise<void> {
    const count = await recordAbandoned();
    if (count > 0) log.warn({ count }, "predictions were abandoned: their process ended before it answered");
  }

  /** Sends pending deliveries, including those of processes that died before sending them. */
  async function sendWaiting(): Promise<void> {
    await sendWaitingDeliveries(gateway);
    await sendRunning(gateway);
    await sendUnmeasured(gateway);
  }

  await lookForAbandoned();
  await overwriteErased(gateway);

  await jobs.work("evaluation", async (id, signal) => {
    try {
      await runJob(gateway, id, signal);
    } catch (error) {
      if (!signal.aborted)
        log.warn({ evaluation: id, detail: describeError(error) }, "an evaluation cannot continue and will be retried");
      throw error;
    }
  });
  await beginWatching(database);
  await jobs.work("notify", (recipient) => tellRecipient(gateway, recipient));
  await jobs.work("webhook", (id, signal) => deliver(gateway, id, signal));
  await jobs.work("worth", (_, signal) => measureObservations(gateway, signal));
  await sendWaiting();
  const watchAlarms = createAlarmWatch(gateway);

  const attempt = (work: () => Promise<void>) =>
    work().catch((error) => log.error({ detail: describeError(error) }, "a background job failed"));
  const every = (milliseconds: number, work: () => Promise<void>) => repeat(() => attempt(work), milliseconds);
  // Not awaited: the first tree of a long log takes minutes, witnesses may not answer, and the
  // scores take seconds.
  void attempt(() => gateway.scores.update());
  void attempt(() => tree.compareWithWitnesses().then(() => tree.grow()));
  await attempt(() => checkWaiting(gateway));

  const ends = [
    every(CHECKPOINT_EVERY_MS, () => tree.grow()),
    every(COUNT_EVERY_MS, count),
    every(NOTE_USES_EVERY_MS, () => recordUses(database, authenticator)),
    every(RECORD_REFUSALS_EVERY_MS, refusals.recordEnded),
    every(TIDY_KEYS_EVERY_MS, () => idempotencyKeys.tidy()),
    every(RECORD_ABANDONED_EVERY_MS, lookForAbandoned),
    every(WATCH_EVENTS_EVERY_MS, () => watchEvents(gateway)),
    every(SEND_WAITING_EVERY_MS, sendWaiting),
    every(CHECK_WAITING_EVERY_MS, () => checkWaiting(gateway)),
    every(CHECKPOINT_EVERY_MS, watchAlarms),
    every(COMPUTE_SCORES_EVERY_MS, () => gateway.scores.update()),
    every(RENEW_EXPIRING_EVERY_MS, () => renewExpiring(gateway)),
    every(RUN_RETENTION_EVERY_MS, () => runRetention(gateway, stopping.signal)),
    every(CARRY_OUT_EVERY_MS, () => carryOutDue(gateway)),
    every(LOOK_AT_MODEL_EVERY_MS, lookAtModel),
  ];
  return async () => {
    for (const end of ends) end();
    stopping.abort();
    // Counted refusals exist only in memory, so they are recorded first, and the last checkpoint covers them.
    const recorded = refusals.recordAll().catch(() => {});
    await within(database.timeoutMs, recorded.then(tree.sign)).catch(() => {});
    // Idempotency keys to release are also known only to this process.
    const work = [idempotencyKeys.tidy(), recordUses(database, authenticator), count(), jobs.close()];
    await within(END_MS, Promise.allSettled([tree.grow(), ...work])).catch(() => {});
  };
}
