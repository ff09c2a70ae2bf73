import { and, eq, exists, gt, inArray, lte, not } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { CANDIDATE_OUTCOMES, EVALUATION_OUTCOMES, OPENINGS, OUTCOMES } from "#lib/domain/audit-events.ts";
import {
  BACKGROUND_JOBS,
  type Event,
  type EventContent,
  type Opening as OpeningContent,
} from "#server/audit/log/event.ts";
import { readLastSeq } from "#server/audit/log/read-events.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { watchedEvents } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

/** Time allowed for recording an outcome, in milliseconds. */
const MARGIN_MS = 60_000;
const NAME = "abandoned";
/** Events searched per transaction. */
const PAGE = 50_000;

type Recording = Pick<GatewayContext, "config" | "database" | "events">;

/**
 * Returns a function that records `prediction.abandoned`, `candidate.abandoned` or `evaluation.abandoned` for each
 * opening whose process was killed before it recorded an outcome. All processes share one position in the log. Event times are never used,
 * because clocks may be set back. Openings are ignored until this process has known them for so long that no other
 * process can still be working on them.
 */
export function createAbandonedRecorder(
  gateway: Recording,
  elapsedMs = () => performance.now(),
): () => Promise<number> {
  const { config, database } = gateway;
  const deadlineMs = Math.max(config.model.deadlineMs, config.candidate?.deadlineMs ?? 0);
  const longestMs = deadlineMs + config.drainMs + MARGIN_MS;
  let known: { readonly seq: number; readonly at: number } | undefined;
  return async () => {
    const last = await readLastSeq(database);
    // An embedded database has one process, which has no request in flight at start.
    const isIdle = known === undefined && database.kind === "embedded";
    known ??= { seq: last, at: elapsedMs() };
    if (!isIdle && elapsedMs() - known.at < longestMs) return 0;
    const recorded = await recordUpTo(gateway, known.seq);
    known = { seq: last, at: elapsedMs() };
    return recorded;
  };
}

type Opening = OpeningContent & Pick<Event, "at">;

function abandon({ at: opened_at, ...opening }: Opening): EventContent {
  const { request_id, release, task_id, input_id } = opening;
  const subject = { opened_at, request_id, release, task_id, input_id };
  switch (opening.kind) {
    case "prediction.opened":
      return { kind: "prediction.abandoned", ...subject };
    case "candidate.opened":
      return { kind: "candidate.abandoned", ...subject, prediction_id: opening.prediction_id };
    case "evaluation.opened": {
      const { evaluation_id, case_index } = opening;
      return { kind: "evaluation.abandoned", ...subject, evaluation_id, case_index };
    }
  }
}

/** Records the abandoned openings up to `last`, one transaction per page. */
async function recordUpTo(gateway: Recording, last: number): Promise<number> {
  let recorded = 0;
  for (let done = 0; done < last; ) {
    const page = await inTransaction(gateway.database, (transaction) => recordPage(gateway, transaction, last));
    recorded += page.recorded;
    done = page.upTo;
  }
  return recorded;
}

async function recordPage({ events: auditLog }: Recording, transaction: Drizzle, last: number) {
  await takeLock(transaction, "abandoned");
  const above = await readProgress(transaction, last);
  const upTo = Math.min(above + PAGE, last);
  if (upTo <= above) return { recorded: 0, upTo: above };
  const outcomes = alias(events, "outcomes");
  const hasOutcome = transaction
    .select({ seq: outcomes.seq })
    .from(outcomes)
    .where(
      and(
        eq(outcomes.requestId, events.requestId),
        inArray(outcomes.kind, [...OUTCOMES, ...CANDIDATE_OUTCOMES, ...EVALUATION_OUTCOMES]),
      ),
    );
  const isOpening = and(inArray(events.kind, [...OPENINGS]), gt(events.seq, above), lte(events.seq, upTo));
  const abandoned = await transaction
    .select({ body: events.body })
    .from(events)
    .where(and(isOpening, not(exists(hasOutcome))))
    .orderBy(events.seq);
  for (const { body } of abandoned) {
    const opening: Opening = JSON.parse(body.toString());
    await auditLog.appendIn(transaction, BACKGROUND_JOBS, abandon(opening));
  }
  await transaction.update(watchedEvents).set({ seq: upTo }).where(eq(watchedEvents.name, NAME));
  return { recorded: abandoned.length, upTo };
}

/** Returns the sequence number up to which all openings have an outcome; initially one page before `last`. */
async function readProgress(transaction: Drizzle, last: number): Promise<number> {
  const first = { name: NAME, seq: Math.max(0, last - PAGE) };
  await transaction.insert(watchedEvents).values(first).onConflictDoNothing();
  const [progress] = await transaction.select().from(watchedEvents).where(eq(watchedEvents.name, NAME));
  return progress?.seq ?? first.seq;
}
