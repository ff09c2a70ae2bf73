import { eq } from "drizzle-orm";
import { z } from "zod";
import { credentialName, monthlyTokens, ratePerMinute } from "#lib/domain/fields.ts";
import { expiry, id } from "#lib/domain/identifiers.ts";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentials } from "#server/db/credential-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { findCredential } from "./find-credential.ts";

export const credentialChange = z.object({
  credentialId: id,
  name: credentialName,
  /** Null for the deployment's default rate limit. */
  ratePerMinute: z.nullable(ratePerMinute),
  /** Null for no token budget of its own. */
  monthlyTokens: z.nullable(monthlyTokens),
  /** Null: no expiry. A past time ends the credential immediately; a future time makes an expired credential valid again. */
  expiresAt: z.nullable(expiry),
});

/** Changes a credential's settings, not its keys. Takes effect immediately in this process, within 5 s in others. */
export async function changeCredential(
  gateway: Pick<ConsoleContext, "database" | "events" | "authenticator">,
  actor: Actor,
  { credentialId, name, ratePerMinute, monthlyTokens, expiresAt }: z.output<typeof credentialChange>,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    await transaction
      .update(credentials)
      .set({ name, ratePerMinute, monthlyTokens, expiresAt })
      .where(eq(credentials.id, credentialId));
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.changed",
      credential_id: credentialId,
      name,
      rate_per_minute: ratePerMinute,
      monthly_tokens: monthlyTokens,
      expires_at: expiresAt?.toISOString() ?? null,
    });
  });
  gateway.authenticator.forget();
}
