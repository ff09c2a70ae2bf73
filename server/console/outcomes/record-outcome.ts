import { and, eq, ne } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { Task } from "#lib/contract/request.ts";
import { note, requiredText } from "#lib/domain/fields.ts";
import { digest, id, instant, option } from "#lib/domain/identifiers.ts";
import type { Member } from "#lib/domain/members.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { MAX_SOURCE, nameOutcome } from "#lib/domain/outcomes.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { parseContent } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { tasks } from "#server/db/schema.ts";
import { readTasks } from "#server/gateway/forecasts/read-content.ts";
import { requireForecastBefore } from "./require-forecast-before.ts";
import type { Outcome } from "./show-outcome.ts";

export const outcomeSource = requiredText(MAX_SOURCE, "Enter the source.");

export const newOutcome = z.object({
  taskId: digest,
  /** The option that happened; null for a void outcome. */
  option: z.nullable(option),
  /** Defaults to the resolution date. */
  happenedAt: z.optional(instant),
  source: outcomeSource,
  note: z.optional(note),
  /** Id of the latest entry that the member saw; undefined if there was none. */
  corrects: z.optional(id),
  /** True if the member confirms that the outcome was decided before the information cutoff. */
  beforeFirstForecast: z.optional(z.boolean()),
});

export type NewOutcome = z.output<typeof newOutcome>;

/**
 * Records the outcome of a question. The outcome takes effect once another member confirms it. Rejects with NOT_FOUND
 * for an unknown task, BAD_REQUEST for an unknown option or an impossible time, and CONFLICT if `corrects` is not the
 * latest entry.
 */
export function recordOutcome(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: Member,
  entry: NewOutcome,
): Promise<Outcome> {
  return inTransaction(gateway.database, async (transaction) => {
    await takeLock(transaction, "outcomes");
    const latest = await readLatest(transaction, entry.taskId);
    if (latest?.id !== entry.corrects) throw await conflict(transaction, latest);
    return recordIn(gateway, transaction, member, entry, latest);
  });
}

/**
 * Records an imported outcome. Returns the latest entry if it has the same option and time, and throws CONFLICT if it
 * differs: an import never corrects an outcome.
 */
export async function recordOnce(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  member: Member,
  entry: NewOutcome,
): Promise<{ readonly outcome: Outcome; readonly created: boolean }> {
  await takeLock(transaction, "outcomes");
  const latest = await readLatest(transaction, entry.taskId);
  if (latest === undefined) {
    return { outcome: await recordIn(gateway, transaction, member, entry, undefined), created: true };
  }
  const happenedAt = new Date(entry.happenedAt ?? latest.happenedAt);
  const isSame = latest.option === entry.option && latest.happenedAt.getTime() === happenedAt.getTime();
  if (isSame) return { outcome: latest, created: false };
  throw await conflict(transaction, latest);
}

/** The transaction must hold the `outcomes` lock. `latest` is the entry that the new entry corrects. */
async function recordIn(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  member: Member,
  { taskId, option, source, note = "", ...given }: NewOutcome,
  latest: Outcome | undefined,
): Promise<Outcome> {
  const [found] = await transaction.select().from(tasks).where(eq(tasks.taskId, taskId));
  if (found === undefined) throw new GatewayError("NOT_FOUND", { message: "No question has this task id." });
  const task: Task = parseContent(taskId, found.canonical);
  if (option !== null && !Object.hasOwn(task.criteria, option)) {
    const names = Object.keys(task.criteria).join(", ");
    throw new GatewayError("BAD_REQUEST", {
      message: `The question has no option "${option}". Its options are ${names}.`,
    });
  }
  const now = gateway.now();
  const happenedAt = given.happenedAt === undefined ? found.resolvesAt : new Date(given.happenedAt);
  const error = findTimeError(happenedAt, found.resolvesAt, now);
  if (error !== undefined) throw new GatewayError("BAD_REQUEST", { message: error });
  if (given.beforeFirstForecast !== true) await requireForecastBefore(transaction, taskId, happenedAt);
  const replaced = latest?.status === "recorded" ? latest.id : null;
  if (replaced !== null)
    await transaction.update(outcomes).set({ status: "replaced" }).where(eq(outcomes.id, replaced));
  const outcome: Outcome = {
    id: uuid(),
    taskId,
    option,
    happenedAt,
    source,
    note,
    status: "recorded",
    recordedBy: member.id,
    recordedAt: now,
    confirmedBy: null,
    confirmedAt: null,
  };
  await transaction.insert(outcomes).values(outcome);
  await gateway.events.appendIn(transaction, memberActor(member), {
    kind: "outcome.recorded",
    outcome_id: outcome.id,
    task_id: taskId,
    option: option === null ? null : canonicalOptions(task).indexOf(option),
    happened_at: happenedAt.toISOString(),
    source,
    note,
    corrects: latest?.id ?? null,
    replaced,
  });
  return outcome;
}

/** Returns the question's unconfirmed entry or, if there is none, the confirmed entry. */
async function readLatest(transaction: Drizzle, taskId: string): Promise<Outcome | undefined> {
  const rows = await transaction
    .select()
    .from(outcomes)
    .where(and(eq(outcomes.taskId, taskId), ne(outcomes.status, "replaced")));
  return rows.find(({ status }) => status === "recorded") ?? rows[0];
}

async function conflict(transaction: Drizzle, latest: Outcome | undefined): Promise<GatewayError> {
  const message =
    latest === undefined
      ? "The outcome to correct does not exist. Reload and try again."
      : `This question already has the outcome “${await nameIn(transaction, latest)}”. Reload, then correct that outcome.`;
  return new GatewayError("CONFLICT", { message });
}

async function nameIn(transaction: Drizzle, { taskId, option }: Outcome): Promise<string> {
  const task = (await readTasks({ orm: transaction }, [taskId]))(taskId);
  return nameOutcome(option, optionLabels(task.criteria));
}

function findTimeError(happenedAt: Date, resolvesAt: Date, now: Date): string | undefined {
  if (happenedAt > resolvesAt) return "The outcome cannot have been decided after the resolution date.";
  if (happenedAt <= now) return undefined;
  return happenedAt.getTime() === resolvesAt.getTime()
    ? "The resolution date has not passed. If the outcome is already known, enter when it was decided."
    : "The outcome cannot have been decided in the future.";
}
