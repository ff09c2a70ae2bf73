import { readLinks } from "#server/audit/export/read-links.ts";
import { chainStart, readArchived } from "#server/audit/log/archived.ts";
import type { CheckpointSource } from "#server/audit/log/checkpoint.ts";
import { compareCases } from "#server/console/verification/compare-cases.ts";
import { compareContent } from "#server/console/verification/compare-content.ts";
import { compareScores } from "#server/console/verification/compare-scores.ts";
import { compareTables } from "#server/console/verification/compare-tables.ts";
import type { Database } from "#server/db/open.ts";
import { compareKept } from "./compare-kept-events.ts";
import { AT_ONCE } from "./pace.ts";
import {
  type ChainPosition,
  type ChainReport,
  type Link,
  MAX_ERRORS,
  type VerifyOptions,
  verifyChain,
} from "./verify-chain.ts";

export interface AuditLogOptions extends VerifyOptions {
  /** Reads archived events again, to verify them as one chain with the database. */
  readonly archives?: { readonly after: ChainPosition; read(): AsyncIterable<Link> } | undefined;
}

/**
 * Verifies the audit log of a database, and the tables against it: the chain and its checkpoints, then what the log says
 * is in force, then the digests of the content, of the cases of evaluations and of their reports, and the scores of forecasts. Of archived events, those
 * that the database still has are verified.
 */
export async function verifyAuditLog(
  database: Database,
  source: CheckpointSource,
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
  const kept = await compareKept(database, archived, pace);
  const tables = await compareTables(database, pace);
  const content = await compareContent(database, pace);
  const cases = await compareCases(database, pace);
  const scores = await compareScores(database, archived, pace);
  // What was read is not one state of the log where events were archived meanwhile.
  if ((await readArchived(database))?.last_seq !== archived?.last_seq) return verifyAuditLog(database, source, options);
  const errors = [chain.errors, kept, tables, content, cases, scores].flatMap((found) => found.slice(0, MAX_ERRORS));
  return { ...chain, ok: chain.ok && errors.length === 0, errors };
}

async function* concat<T>(...parts: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const part of parts) yield* part;
}
