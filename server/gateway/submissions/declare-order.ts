import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import { optionAt, orderOf } from "#server/audit/log/recorded-answer.ts";
import type { Drizzle } from "#server/db/open.ts";
import { bindings, tasks } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { ValidRequest } from "#server/gateway/predict/valid-request.ts";

/**
 * Declares that the options of a task are ordered as listed in a member's submission. Only the first declaration has an
 * effect, and only before the task is approved; afterwards, reviewers change the order. Returns whether the task has the
 * declared order.
 */
export async function declareOrder(
  gateway: Pick<GatewayContext, "events">,
  transaction: Drizzle,
  actor: Actor,
  valid: ValidRequest,
): Promise<boolean> {
  const taskId = valid.task.id;
  const order = orderOf(valid);
  // The lock of the row makes concurrent declarations wait.
  const [task] = await transaction.select().from(tasks).where(eq(tasks.taskId, taskId)).for("update");
  if (task?.optionOrder != null) return isDeepStrictEqual(task.optionOrder, order);
  const [approved] = await transaction.select().from(bindings).where(eq(bindings.taskId, taskId)).limit(1);
  if (approved !== undefined) return false;
  await writeOrder(gateway, transaction, actor, { taskId, order });
  return true;
}

/** Stores and records the order of a task's options: their indices in canonical order, or an empty list for no order. */
export async function writeOrder(
  { events }: Pick<GatewayContext, "events">,
  transaction: Drizzle,
  actor: Actor,
  { taskId, order }: { readonly taskId: string; readonly order: readonly number[] },
): Promise<void> {
  await transaction
    .update(tasks)
    .set({ optionOrder: [...order] })
    .where(eq(tasks.taskId, taskId));
  await events.appendIn(transaction, actor, { kind: "question.ordered", task_id: taskId, order });
}

type OrderedTask = Pick<typeof tasks.$inferSelect, "options" | "optionOrder">;

/** Returns the option ids of a task from lowest to highest, or null if they have no order. */
export function orderedOptions({ options, optionOrder }: OrderedTask): string[] | null {
  return optionOrder?.length ? optionOrder.map((index) => optionAt(options, index)) : null;
}
