import { statSync } from "node:fs";
import { countOf } from "#lib/format.ts";
import { readExports } from "#server/audit/export/read-links.ts";
import { readSeal, startOfExport } from "#server/audit/export/seal.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { type ChainReport, verifyChain } from "#server/audit/verification/verify-chain.ts";
import { readConfig } from "#server/config/read-config.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import type { Database } from "#server/db/open.ts";
import { sourceOfExports, sourceOfFolder } from "./checkpoint-source.ts";
import { inOrder, listArchives } from "./list-archives.ts";
import { withAuditLog } from "./open-audit-log.ts";
import { readMark, writeMark } from "./verified-mark.ts";
import { verifyProofs } from "./verify-proofs.ts";
import { readReceipt, verifyReceipts } from "./verify-receipts.ts";

/**
 * `npm run verify`: recomputes the hash chain of the audit log and compares the log with the signed checkpoints, the
 * tables and the stored content. `--incremental` starts after the last verified event. With a folder of archives,
 * verifies the archives and the database as one chain. With files (exports, archives or receipts), verifies only the
 * files, without a database, against the public keys in the first file's folder and the checkpoints there and in the
 * files. Proofs (FILE.tlog-proof) are verified against tlog-policy.txt in the first file's folder. Exit codes: 0 verified; 1 not verified; 2 unreadable input.
 */

const INCREMENTAL = "--incremental";
const files = process.argv.slice(2).filter((argument) => argument !== INCREMENTAL);
const isIncremental = process.argv.includes(INCREMENTAL);

const onProgress = (events: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${events} events`);
};

try {
  const [first] = files;
  if (first?.endsWith(".tlog-proof")) process.exitCode = (await verifyProofs(files)) ? 0 : 1;
  else if (first === undefined) finish(await verifyDatabase());
  else if (files.length === 1 && statSync(first).isDirectory()) finish(await verifyDatabase(first));
  else if (files.some((file) => readReceipt(file) !== undefined)) process.exitCode = verifyReceipts(files) ? 0 : 1;
  else finish(await verifyFiles(inOrder(files)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function verifyFiles(files: readonly string[]): Promise<ChainReport> {
  const [first = ""] = files;
  const continues = readSeal(files.at(-1) ?? "")?.continues ?? false;
  if (continues) console.log("The last file is an archive. Later events of the audit log are not in these files.");
  return verifyChain(readExports(files), await sourceOfExports(files), {
    after: startOfExport(first),
    continues,
    onProgress,
  });
}

function verifyDatabase(folder?: string): Promise<ChainReport> {
  const config = readConfig();
  const verify = async (database: Database) => {
    const databaseId = await readDatabaseId(database);
    if (folder === undefined) {
      const known = readMark(config.checkpointDir, databaseId);
      const source = sourceOfFolder(config.checkpointDir, databaseId);
      const after = isIncremental ? known : undefined;
      const report = await verifyAuditLog(database, source, COMPARISONS, { after, known, onProgress });
      writeMark(config.checkpointDir, databaseId, report);
      return report;
    }
    const archives = await listArchives(database, databaseId, folder);
    const source = { ...(await sourceOfExports(archives, config.checkpointDir)), databaseId };
    const read = () => readExports(archives);
    return verifyAuditLog(database, source, COMPARISONS, {
      onProgress,
      archives: { after: startOfExport(archives[0] ?? ""), read },
    });
  };
  return withAuditLog(config, verify, { evenIfBehind: true });
}

function finish(report: ChainReport): void {
  const { ok, events, after, head, checkpoints, checkpointedUpTo, errors, warnings } = report;
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const which =
    after === 0 ? `${events} events` : after === events ? "no new events" : `events ${after + 1} to ${events}`;
  console.log(`${which}, ${countOf(checkpoints, "checkpoint")}, head ${head ?? "none"}`);
  for (const { seq, message } of errors) console.log(seq === null ? `  ${message}` : `  event ${seq}: ${message}`);
  for (const warning of warnings) console.log(`  WARNING: ${warning}`);
  if (ok && checkpointedUpTo < events) {
    console.log(
      `  Checkpoints cover the events up to ${checkpointedUpTo}; the deletion of later events would not be detected.`,
    );
  }
  if (after > 0) console.log(`  Events 1 to ${after} were not checked: they are archived or were verified before.`);
  if (ok) console.log("The audit log verifies.");
  else if (errors.length > 0) console.log("The audit log does NOT verify.");
  else
    console.log(
      "The audit log is NOT verified: it is consistent, but there is no signed checkpoint to compare it with.",
    );
  process.exitCode = ok ? 0 : 1;
}
