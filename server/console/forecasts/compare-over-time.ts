import { and, desc, eq } from "drizzle-orm";
import { compareDateTimes } from "#lib/contract/date-time.ts";
import type { Task } from "#lib/contract/request.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { optionsInOrder, resultOf } from "#server/audit/log/recorded-answer.ts";
import { changedContent } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { events, inputs } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { type Answered, readAnswered } from "#server/gateway/forecasts/read-answered.ts";
import { isIntact, readTasks } from "#server/gateway/forecasts/read-content.ts";
import type { Work } from "#server/limits/work.ts";

const MAX_FORECASTS = 2_000;
const ROWS_PER_STEP = 100;

/** Returns a task's forecasts, sorted by information cutoff. Throws NOT_FOUND if no forecast matches. */
export async function readOverTime(
  database: Database,
  { taskId, release }: { readonly taskId: string; readonly release?: string | undefined },
  work: Work,
) {
  const rows = await database.orm
    .select({ body: events.body, asOf: inputs.asOf, intact: isIntact })
    .from(events)
    .innerJoin(inputs, eq(inputs.inputId, events.inputId))
    .where(
      and(
        eq(events.kind, "prediction.answered"),
        eq(events.taskId, taskId),
        whenDefined(release, (name) => eq(events.release, name)),
      ),
    )
    .orderBy(desc(events.at), desc(events.seq))
    .limit(MAX_FORECASTS + 1);
  const read: Read[] = [];
  for (const [index, row] of rows.slice(0, MAX_FORECASTS).entries()) {
    if (index % ROWS_PER_STEP === 0) await work.step();
    const event = readAnswered(row.body);
    if (!row.intact) throw changedContent(event.input_id);
    read.push({ asOf: row.asOf, event });
  }
  const [latest] = read;
  if (latest === undefined) throw new GatewayError("NOT_FOUND", { message: "This task has no matching forecast." });
  const task = (await readTasks(database, [taskId]))(taskId);
  const outcome = await readConfirmed(database, taskId);
  const decidedAt = outcome === null ? Number.POSITIVE_INFINITY : Date.parse(outcome.happenedAt);
  const before = read.find(({ event }) => Date.parse(event.generated_at) < decidedAt);
  return {
    taskId,
    instructions: task.instructions,
    resolvesAt: task.resolution.resolves_at,
    /** Option ids in the caller's order. */
    options: optionsInOrder(latest.event, task),
    labels: optionLabels(task.criteria),
    /** Sorted by information cutoff, then by time of the forecast. */
    points: toPoints(read, task),
    /** Request id of the latest forecast; if an outcome is confirmed, of the latest before it, if there is one. */
    latest: (before ?? latest).event.request_id,
    /** Whether the task has more than MAX_FORECASTS forecasts, of which the earliest are omitted. */
    truncated: rows.length > MAX_FORECASTS,
    outcome,
  };
}

/** Returns the confirmed outcome, or null. If the outcome is void, its option is null. */
async function readConfirmed({ orm }: Database, taskId: string) {
  const [confirmed] = await orm
    .select({ option: outcomes.option, happenedAt: outcomes.happenedAt })
    .from(outcomes)
    .where(and(eq(outcomes.taskId, taskId), eq(outcomes.status, "confirmed")));
  return confirmed === undefined ? null : isoDates(confirmed);
}

interface Read {
  readonly asOf: string;
  readonly event: Answered;
}

/** Expects `read` sorted newest first, so the first forecast of each group is the latest. */
function toPoints(read: readonly Read[], task: Task) {
  const groups = Map.groupBy(read, ({ event }) =>
    JSON.stringify([event.input_id, event.release, event.model_version, event.probabilities]),
  );
  const points = [...groups.values()].flatMap(([newest, ...same]) =>
    newest === undefined ? [] : [toPoint(newest, task, 1 + same.length)],
  );
  return points.sort(
    (a, b) => compareDateTimes(a.asOf, b.asOf) || Date.parse(a.generatedAt) - Date.parse(b.generatedAt),
  );
}

/** One answer at one information cutoff. Identical answers to the same input are merged into one point. */
function toPoint({ asOf, event }: Read, task: Task, forecasts: number) {
  return {
    asOf,
    inputId: event.input_id,
    probabilities: resultOf(event, task).probabilities,
    release: event.release,
    modelVersion: event.model_version,
    /** Request id of the latest forecast with this answer. */
    requestId: event.request_id,
    generatedAt: event.generated_at,
    /** Number of forecasts with this answer. */
    forecasts,
  };
}
