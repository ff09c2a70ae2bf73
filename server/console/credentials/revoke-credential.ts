import { eq } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentials } from "#server/db/credential-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { webhooks } from "#server/db/notify-schema.ts";
import { findCredential } from "./find-credential.ts";

/** Revokes a credential with all its keys, and removes its webhook. Takes effect immediately in this process, within 5 s in others. */
export async function revokeCredential(
  gateway: Pick<ConsoleContext, "database" | "events" | "authenticator" | "now">,
  actor: Actor,
  credentialId: string,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    await transaction.update(credentials).set({ revokedAt: gateway.now() }).where(eq(credentials.id, credentialId));
    await transaction.delete(webhooks).where(eq(webhooks.owner, credentialId));
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.revoked",
      credential_id: credentialId,
    });
  });
  gateway.authenticator.forget();
}
