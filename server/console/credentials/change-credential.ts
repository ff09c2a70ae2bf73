import { eq } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentials } from "#server/db/credential-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { findCredential } from "./find-credential.ts";

export interface CredentialChange {
  readonly credentialId: string;
  readonly name: string;
  /** Null for the deployment's default rate limit. */
  readonly ratePerMinute: number | null;
  /** Null: no expiry. A past time ends the credential immediately; a future time makes an expired credential valid again. */
  readonly expiresAt: Date | null;
}

/** Changes a credential's settings, not its keys. Takes effect immediately in this process, within 5 s in others. */
export async function changeCredential(
  gateway: Pick<ConsoleContext, "database" | "events" | "authenticator">,
  actor: Actor,
  change: CredentialChange,
): Promise<void> {
  const { credentialId, name, ratePerMinute, expiresAt } = change;
  await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    await transaction
      .update(credentials)
      .set({ name, ratePerMinute, expiresAt })
      .where(eq(credentials.id, credentialId));
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.changed",
      credential_id: credentialId,
      name,
      rate_per_minute: ratePerMinute,
      expires_at: expiresAt?.toISOString() ?? null,
    });
  });
  gateway.authenticator.forget();
}
