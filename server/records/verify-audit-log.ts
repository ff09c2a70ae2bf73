import type { Database } from "#server/db/open.ts";
import type { CheckpointSource } from "#server/events/checkpoint.ts";
import { AT_ONCE, type Pace, paced } from "./pace.ts";
import { readLinks } from "./read-links.ts";
import { type ChainReport, type VerifyOptions, verifyChain } from "./verify-chain.ts";

export interface AuditLogOptions extends VerifyOptions {
  /** How the work is divided; at once, if it is not given. */
  readonly pace?: Pace;
}

/** Verifies the audit log of a database. */
export async function verifyAuditLog(
  database: Database,
  source: CheckpointSource,
  { pace = AT_ONCE, ...options }: AuditLogOptions = {},
): Promise<ChainReport> {
  return verifyChain(paced(readLinks(database, options.after?.seq), pace), source, options);
}
