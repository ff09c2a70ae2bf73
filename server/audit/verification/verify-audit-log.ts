import { readLinks } from "#server/audit/export/read-links.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";
import { chainStart, readArchived } from "#server/audit/log/read-events.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import type { Database } from "#server/db/open.ts";
import { compareKept } from "./compare-kept-events.ts";
import { AT_ONCE, type Pace } from "./pace.ts";
import {
  type ChainError,
  type ChainPosition,
  type ChainReport,
  type Link,
  MAX_ERRORS,
  type VerifyOptions,
  verifyChain,
} from "./verify-chain.ts";

export interface AuditLogOptions extends VerifyOptions {
  /** Archive files to verify as one chain with the database. */
  readonly archives?: { readonly after: ChainPosition; read(): AsyncIterable<Link> } | undefined;
}

/** Compares tables with the audit log and returns the differences. */
export type Comparison = (
  database: Database,
  pace: Pace,
  archived: ArchivedEvents | undefined,
) => Promise<readonly ChainError[]>;

/**
 * Verifies the audit log of a database: the chain, the checkpoints and the archived events that remain in the database.
 * Then runs the comparisons of tables with the log.
 */
export async function verifyAuditLog(
  database: Database,
  source: CheckpointSource,
  comparisons: readonly Comparison[],
  options: AuditLogOptions = {},
): Promise<ChainReport> {
  const { pace = AT_ONCE, archives } = options;
  const archived = await readArchived(database);
  const start = chainStart(archived);
  const isLater = options.after !== undefined && options.after.seq >= start.seq;
  const after = archives?.after ?? (isLater ? options.after : start);
  const live = readLinks(database, { above: isLater ? options.after?.seq : start.seq });
  const links = archives === undefined ? live : concat(archives.read(), live);
  const chain = await verifyChain(links, source, { ...options, after });
  const found = [chain.errors, await compareKept(database, archived, pace)];
  for (const compare of comparisons) found.push(await compare(database, pace, archived));
  // If events were archived meanwhile, the verification did not read a consistent state of the log and runs again.
  if ((await readArchived(database))?.last_seq !== archived?.last_seq)
    return verifyAuditLog(database, source, comparisons, options);
  const errors = found.flatMap((errors) => errors.slice(0, MAX_ERRORS));
  return { ...chain, ok: chain.ok && errors.length === 0, errors };
}

async function* concat<T>(...parts: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const part of parts) yield* part;
}
