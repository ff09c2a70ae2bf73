import { and, count, eq } from "drizzle-orm";
import type { Member, SignedIn } from "#lib/domain/members.ts";
import { MAX_TAGS } from "#lib/domain/tags.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import type { Drizzle } from "#server/db/open.ts";
import { tags } from "#server/db/outcome-schema.ts";
import { tasks } from "#server/db/schema.ts";

interface TagChange {
  readonly taskId: string;
  readonly tag: string;
  readonly active: boolean;
}

/**
 * Adds a tag to a question if `active` is true, otherwise removes the tag. Throws NOT_FOUND for an unknown question,
 * BAD_REQUEST if it already has the maximum number of tags.
 */
export function changeTag(
  gateway: Pick<ConsoleContext, "database" | "events">,
  member: SignedIn,
  change: TagChange,
): Promise<void> {
  return inTransaction(gateway.database, (transaction) => changeTagIn(gateway, transaction, member, change));
}

export async function changeTagIn(
  gateway: Pick<ConsoleContext, "events">,
  transaction: Drizzle,
  member: Member,
  { taskId, tag, active }: TagChange,
): Promise<void> {
  // Concurrent changes could exceed MAX_TAGS.
  await takeLock(transaction, "outcomes");
  const [task] = await transaction.select({ taskId: tasks.taskId }).from(tasks).where(eq(tasks.taskId, taskId));
  if (task === undefined) throw new GatewayError("NOT_FOUND", { message: "This question does not exist." });
  const isThis = and(eq(tags.taskId, taskId), eq(tags.tag, tag));
  const [known] = await transaction.select().from(tags).where(isThis);
  if ((known?.active ?? false) === active) return;
  if (active) await requireRoom(transaction, taskId);
  if (known === undefined) await transaction.insert(tags).values({ taskId, tag, active });
  else await transaction.update(tags).set({ active }).where(isThis);
  await gateway.events.appendIn(transaction, memberActor(member), {
    kind: "tag.changed",
    task_id: taskId,
    tag,
    active,
  });
}

async function requireRoom(transaction: Drizzle, taskId: string): Promise<void> {
  const isActive = and(eq(tags.taskId, taskId), eq(tags.active, true));
  const [found] = await transaction.select({ count: count() }).from(tags).where(isActive);
  if ((found?.count ?? 0) < MAX_TAGS) return;
  throw new GatewayError("BAD_REQUEST", {
    message: `Limit reached: ${MAX_TAGS} tags. Remove one first.`,
  });
}
