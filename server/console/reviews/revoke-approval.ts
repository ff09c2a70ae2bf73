import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { revocationReason } from "#lib/domain/fields.ts";
import { digest } from "#lib/domain/identifiers.ts";
import type { Member } from "#lib/domain/members.ts";
import { GRANTS } from "#lib/domain/reviews.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { approvals, bindings } from "#server/db/schema.ts";

export const revocation = z.object({
  kind: z.enum(GRANTS),
  taskId: digest,
  /** Required for an approval. */
  inputId: z.optional(digest),
  reason: revocationReason,
});

/**
 * Revokes a binding or an approval, immediately and permanently. A new review can grant a new one. Throws BAD_REQUEST
 * if `inputId` is missing for an approval, NOT_FOUND if there is no active binding or approval.
 */
export async function revoke(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: Member,
  { kind, taskId, inputId, reason }: z.output<typeof revocation>,
): Promise<void> {
  const { release } = gateway.model;
  if (kind === "approval" && inputId === undefined) {
    throw new GatewayError("BAD_REQUEST", { message: "The input id is required to revoke an approval." });
  }
  await inTransaction(gateway.database, async (transaction) => {
    await takeLock(transaction, "grant", taskId);
    const revoked = { revokedAt: gateway.now(), revokedBy: member.id, revokedReason: reason };
    const rows =
      kind === "binding"
        ? await transaction
            .update(bindings)
            .set(revoked)
            .where(and(eq(bindings.taskId, taskId), eq(bindings.release, release), isNull(bindings.revokedAt)))
            .returning({ id: bindings.id })
        : await transaction
            .update(approvals)
            .set(revoked)
            .where(and(eq(approvals.taskId, taskId), eq(approvals.inputId, inputId ?? ""), isNull(approvals.revokedAt)))
            .returning({ id: approvals.id });
    const [granted] = rows;
    if (granted === undefined)
      throw new GatewayError("NOT_FOUND", { message: `There is no active ${kind} to revoke.` });
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "review.revoked",
      revoked: kind,
      grant_id: granted.id,
      release,
      task_id: taskId,
      input_id: inputId ?? null,
      reason,
    });
  });
}
