import { and, eq, isNull } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import { credentials } from "#server/db/credential-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Returns a credential and locks its row until the transaction ends. Throws NOT_FOUND if it is unknown or revoked. */
export async function findCredential(transaction: Drizzle, id: string): Promise<typeof credentials.$inferSelect> {
  const [credential] = await transaction
    .select()
    .from(credentials)
    .where(and(eq(credentials.id, id), isNull(credentials.revokedAt)))
    .for("update");
  if (credential === undefined) {
    throw new GatewayError("NOT_FOUND", { message: "This API key does not exist or has been revoked." });
  }
  return credential;
}
