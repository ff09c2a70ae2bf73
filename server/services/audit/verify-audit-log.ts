import type { CheckpointSource } from "#server/infra/audit-log/checkpoint.ts";
import type { Database } from "#server/infra/db/open.ts";
import { compareContent } from "./compare-content.ts";
import { compareTables } from "./compare-tables.ts";
import { AT_ONCE, type Pace, paced } from "./pace.ts";
import { readLinks } from "./read-links.ts";
import { type ChainReport, MAX_ERRORS, type VerifyOptions, verifyChain } from "./verify-chain.ts";

export interface AuditLogOptions extends VerifyOptions {
  /** How the work is divided; at once, if it is not given. */
  readonly pace?: Pace;
}

/**
 * Verifies the audit log of a database, and the tables against it: the chain and its checkpoints, then what the log says
 * is in force, then the digests of the content.
 */
export async function verifyAuditLog(
  database: Database,
  source: CheckpointSource,
  { pace = AT_ONCE, ...options }: AuditLogOptions = {},
): Promise<ChainReport> {
  const chain = await verifyChain(paced(readLinks(database, options.after?.seq), pace), source, options);
  const tables = await compareTables(database, pace);
  const content = await compareContent(database, pace);
  const errors = [chain.errors, tables, content].flatMap((found) => found.slice(0, MAX_ERRORS));
  return { ...chain, ok: chain.ok && errors.length === 0, errors };
}
