import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { countOf } from "#lib/format.ts";
import { readExports } from "#server/audit/export/read-links.ts";
import { readSeal, startOfExport } from "#server/audit/export/seal.ts";
import { readLogKeys, type TrustedKeys, trust } from "#server/audit/log/log-keys.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { type ChainReport, verifyChain } from "#server/audit/verification/verify-chain.ts";
import { readConfig } from "#server/config/read-config.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import type { Database } from "#server/db/open.ts";
import { sourceOfExports, sourceOfFolder } from "./checkpoint-source.ts";
import { inOrder, listArchives } from "./list-archives.ts";
import { withAuditLog } from "./open-audit-log.ts";
import { readPolicy, trustPolicy } from "./trusted-keys.ts";
import { readMark, writeMark } from "./verified-mark.ts";
import { isProof, verifyProofs } from "./verify-proofs.ts";

/**
 * `npm run verify`: recomputes the hash chain of the audit log and compares the log with the signed checkpoints, the
 * tables and the stored content. `--incremental` starts after the last verified event. With a folder of archives,
 * verifies the archives and the database as one chain. Trusts the keys in LOG_KEY_FILE. With files (exports, archives
 * or proofs), verifies only the files, without a database, and trusts the keys in tlog-policy.txt in the first file's
 * folder. `--policy FILE` names another policy. Exit codes: 0 verified; 1 not verified; 2 unreadable input.
 */

const onProgress = (events: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${events} events`);
};

try {
  const { values, positionals: files } = parseArgs({
    options: { incremental: { type: "boolean", default: false }, policy: { type: "string" } },
    allowPositionals: true,
  });
  const [first] = files;
  if (first === undefined || (files.length === 1 && isFolder(first))) finish(await verifyDatabase(values, first));
  else {
    const policy = await readPolicy(files, values.policy);
    if (files.some(isProof)) process.exitCode = (await verifyProofs(files, policy)) ? 0 : 1;
    else finish(await verifyFiles(inOrder(files), trustPolicy(policy)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function verifyFiles(files: readonly string[], trusted: TrustedKeys): Promise<ChainReport> {
  const [first = ""] = files;
  const continues = readSeal(files.at(-1) ?? "")?.continues ?? false;
  if (continues) console.log("The last file is an archive. Later events of the audit log are not in these files.");
  return verifyChain(readExports(files), await sourceOfExports(files, trusted), {
    after: startOfExport(first),
    continues,
    onProgress,
  });
}

async function verifyDatabase(
  { incremental, policy }: { readonly incremental: boolean; readonly policy?: string | undefined },
  folder: string | undefined,
): Promise<ChainReport> {
  const config = readConfig();
  const trusted =
    policy === undefined ? trust(readLogKeys(config.logKeyFile)) : trustPolicy(await readPolicy([], policy));
  const verify = async (database: Database) => {
    const databaseId = await readDatabaseId(database);
    if (folder === undefined) {
      const known = readMark(config.checkpointDir, databaseId);
      const source = await sourceOfFolder(config.checkpointDir, databaseId, trusted);
      const after = incremental ? known : undefined;
      const report = await verifyAuditLog(database, source, COMPARISONS, { after, known, onProgress });
      writeMark(config.checkpointDir, databaseId, report);
      return report;
    }
    const archives = await listArchives(database, databaseId, folder);
    const source = { ...(await sourceOfExports(archives, trusted, config.checkpointDir)), databaseId };
    const read = () => readExports(archives);
    return verifyAuditLog(database, source, COMPARISONS, {
      onProgress,
      archives: { after: startOfExport(archives[0] ?? ""), read },
    });
  };
  return withAuditLog(config, verify, { evenIfBehind: true });
}

function finish(report: ChainReport): void {
  const { ok, events, after, head, checkpoints, checkpointedUpTo, missingContents, errors, warnings } = report;
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const which =
    after === 0 ? `${events} events` : after === events ? "no new events" : `events ${after + 1} to ${events}`;
  console.log(`${which}, ${countOf(checkpoints, "checkpoint")}, head ${head ?? "none"}`);
  for (const { seq, message } of errors) console.log(seq === null ? `  ${message}` : `  event ${seq}: ${message}`);
  if (missingContents > 0) console.log(`  Erased or withheld: ${countOf(missingContents, "content")}.`);
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
