import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentialKeys } from "#server/db/credential-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { writeKey } from "#server/gateway/credentials/credential-key.ts";
import { findCredential } from "./find-credential.ts";
import { addKey } from "./issue-credential.ts";

/** Adds a key to a credential. The existing keys expire after at most `overlapSeconds`; 0 ends them immediately. */
export async function rotateCredential(
  gateway: Pick<ConsoleContext, "database" | "events" | "authenticator" | "now">,
  actor: Actor,
  { credentialId, overlapSeconds }: { readonly credentialId: string; readonly overlapSeconds: number },
) {
  const end = new Date(gateway.now().getTime() + overlapSeconds * 1000);
  const { credentialId: of, expiresAt } = credentialKeys;
  const issued = await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    await transaction
      .update(credentialKeys)
      .set({ expiresAt: end })
      .where(and(eq(of, credentialId), or(isNull(expiresAt), gt(expiresAt, end))));
    const key = await addKey(transaction, credentialId, actor);
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.rotated",
      credential_id: credentialId,
      key_id: key.id,
    });
    return { credentialId, key: writeKey(key) };
  });
  gateway.authenticator.forget();
  return issued;
}
