import { and, gt, isNull, or, type SQL } from "drizzle-orm";
import type { approvals, bindings } from "./schema.ts";

/** Returns an SQL condition for bindings or approvals that are neither revoked nor expired. */
export function isActive({ revokedAt, expiresAt }: typeof bindings | typeof approvals, at: Date): SQL | undefined {
  return and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, at)));
}
