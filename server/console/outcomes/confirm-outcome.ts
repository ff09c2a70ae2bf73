import { and, eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { readLastSeq } from "#server/audit/log/read-events.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { withCurrentRole } from "#server/console/members/accounts.ts";
import { refreshScores } from "#server/console/scores/refresh-scores.ts";
import { scoreQuestion } from "#server/console/scores/score-question.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { findConfirmationBlock } from "./outcome-permissions.ts";
import { requireForecastBefore } from "./require-forecast-before.ts";
import type { Outcome } from "./show-outcome.ts";

interface Confirmation {
  /** True if the member confirms that the outcome was decided before the information cutoff. */
  readonly beforeFirstForecast?: boolean | undefined;
}

/**
 * Confirms an outcome recorded by another member, replaces the previously confirmed one and scores the forecasts.
 * Throws NOT_FOUND for an unknown id, FORBIDDEN for the member's own entry, BAD_REQUEST if the outcome was
 * decided before the information cutoff, CONFLICT if the entry is already confirmed or replaced.
 */
export async function confirmOutcome(
  gateway: Pick<ConsoleContext, "database" | "events" | "now" | "jobs" | "model">,
  member: Member,
  outcomeId: string,
  { beforeFirstForecast = false }: Confirmation = {},
): Promise<Outcome> {
  const { database, model } = gateway;
  const entry = await readConfirmable(database.orm, member, outcomeId);
  if (!beforeFirstForecast) await requireForecastBefore(database.orm, entry.taskId, entry.happenedAt);
  // Scoring takes long, so it runs before the lock is taken. This is safe: forecasts, and the option and time of an
  // entry, never change.
  const scored = await scoreQuestion({ orm: database.orm, model }, entry);
  const confirmed = await inTransaction(database, async (transaction) => {
    await takeLock(transaction, "outcomes");
    const { through, ...entry } = await confirmIn(gateway, transaction, member, outcomeId);
    await refreshScores({ orm: transaction, model }, { ...entry, through }, scored);
    return entry;
  });
  await gateway.jobs.offer("worth", "waiting");
  return confirmed;
}

/** Confirms without scoring. The transaction must hold the `outcomes` lock. */
async function confirmIn(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  member: Member,
  outcomeId: string,
): Promise<Outcome & { readonly through: number }> {
  const entry = await readConfirmable(transaction, member, outcomeId);
  const through = await readLastSeq({ orm: transaction });
  const [replaced] = await transaction
    .update(outcomes)
    .set({ status: "replaced" })
    .where(and(eq(outcomes.taskId, entry.taskId), eq(outcomes.status, "confirmed")))
    .returning({ id: outcomes.id });
  const changed = { status: "confirmed", confirmedBy: member.id, confirmedAt: gateway.now() } as const;
  await transaction.update(outcomes).set(changed).where(eq(outcomes.id, outcomeId));
  await gateway.events.appendIn(transaction, memberActor(member), {
    kind: "outcome.confirmed",
    outcome_id: outcomeId,
    task_id: entry.taskId,
    replaced: replaced?.id ?? null,
    through,
  });
  return { ...entry, ...changed, through };
}

async function readConfirmable(orm: Drizzle, member: Member, outcomeId: string): Promise<Outcome> {
  const current = await withCurrentRole(orm, member);
  const [entry] = await orm.select().from(outcomes).where(eq(outcomes.id, outcomeId));
  if (entry === undefined) throw new GatewayError("NOT_FOUND", { message: "No outcome has this id." });
  const block = findConfirmationBlock(entry, current);
  if (block !== null) throw new GatewayError(block.code, { message: block.message });
  return entry;
}
