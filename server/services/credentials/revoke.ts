import { eq } from "drizzle-orm";
import type { Gateway } from "#server/gateway.ts";
import type { Actor } from "#server/infra/audit-log/event.ts";
import { credentials } from "#server/infra/db/credential-schema.ts";
import { inTransaction } from "#server/infra/db/in-transaction.ts";
import { findCredential } from "./find.ts";

/** Ends a credential with all its keys: at once in this process, within 5 s in others. */
export async function revokeCredential(gateway: Gateway, actor: Actor, credentialId: string): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    const { name } = await findCredential(transaction, credentialId);
    await transaction.update(credentials).set({ revokedAt: gateway.now() }).where(eq(credentials.id, credentialId));
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.revoked",
      credential_id: credentialId,
      name,
    });
  });
  gateway.authenticator.forget();
}
