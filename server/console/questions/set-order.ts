import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { tasks } from "#server/db/schema.ts";
import { writeOrder } from "#server/gateway/submissions/declare-order.ts";

/**
 * Changes the order of a question's options, also of a resolved question: ranked probability scores are computed from
 * the current order. `order`: the option ids from lowest to highest; null if they have no order. Throws NOT_FOUND for
 * an unknown task, and BAD_REQUEST if the order does not list each option once.
 */
export async function setOrder(
  gateway: Pick<ConsoleContext, "database" | "events">,
  member: SignedIn,
  { taskId, order }: { readonly taskId: string; readonly order: readonly string[] | null },
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    const [task] = await transaction.select().from(tasks).where(eq(tasks.taskId, taskId)).for("update");
    if (task === undefined) throw new GatewayError("NOT_FOUND", { message: "No question has this task id." });
    if (order !== null && !isDeepStrictEqual(order.toSorted(), task.options))
      throw new GatewayError("BAD_REQUEST", { message: "List each option of the question once." });
    const indices = (order ?? []).map((option) => task.options.indexOf(option));
    if (isDeepStrictEqual(indices, task.optionOrder)) return;
    await writeOrder(gateway, transaction, memberActor(member), { taskId, order: indices });
  });
}
