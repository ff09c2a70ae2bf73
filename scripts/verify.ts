import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Json } from "#lib/contract/json.ts";
import { readConfig } from "#server/config.ts";
import { readDatabaseId } from "#server/infra/db/database-id.ts";
import type { Database } from "#server/infra/db/open.ts";
import { readExport } from "#server/services/audit/read-links.ts";
import { verifyAuditLog } from "#server/services/audit/verify-audit-log.ts";
import { type ChainReport, verifyChain } from "#server/services/audit/verify-chain.ts";
import { findReceiptError, isReceipt } from "#server/services/audit/verify-receipt.ts";
import { sourceOfExport, sourceOfFolder } from "./checkpoint-source.ts";
import { withRecord } from "./open-audit-log.ts";

/**
 * `npm run verify`: recomputes the chain of the audit log, compares it with the signed checkpoints, and compares the
 * tables and the stored content with it. With the name of an export (JSONL) or of a receipt it needs no database: it uses
 * the checkpoints and public keys beside the file, and the checkpoint in it. It exits with 0 only if the log is verified, with 1 if it is not, and with 2 if it could not be read.
 */

/** Above the size of any event. */
const MAX_RECEIPT_BYTES = 1_048_576;

const [file] = process.argv.slice(2);

const onProgress = (events: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${events} events`);
};

try {
  const receipt = file === undefined ? undefined : readReceipt(file);
  if (file !== undefined && receipt !== undefined) {
    const error = findReceiptError(receipt, sourceOfFolder(dirname(file), ""));
    console.log(error === undefined ? "The receipt verifies." : `The receipt does NOT verify: ${error}.`);
    process.exit(error === undefined ? 0 : 1);
  }
  const report = await (file === undefined ? verifyDatabase() : verifyChain(readExport(file), sourceOfExport(file)));
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  print(report);
  process.exitCode = report.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** Undefined for an export, whose lines are one JSON value each. */
function readReceipt(path: string): Json | undefined {
  if (statSync(path).size > MAX_RECEIPT_BYTES) return undefined;
  try {
    const value: Json = JSON.parse(readFileSync(path, "utf8"));
    return isReceipt(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function verifyDatabase(): Promise<ChainReport> {
  const config = readConfig();
  const verify = async (database: Database) => {
    const source = sourceOfFolder(config.checkpointDir, await readDatabaseId(database));
    return verifyAuditLog(database, source, { onProgress });
  };
  return withRecord(config, verify, { evenIfBehind: true });
}

function print({ ok, events, head, checkpoints, checkpointedUpTo, errors, warnings }: ChainReport): void {
  console.log(`${events} events, ${checkpoints} checkpoints, head ${head ?? "none"}`);
  for (const { seq, message } of errors) console.log(seq === null ? `  ${message}` : `  event ${seq}: ${message}`);
  for (const warning of warnings) console.log(`  WARNING: ${warning}`);
  if (ok && checkpointedUpTo < events) {
    console.log(`  Checkpoints cover the events up to ${checkpointedUpTo}; those after it could be cut off unnoticed.`);
  }
  if (ok) console.log("The audit log verifies.");
  else if (errors.length > 0) console.log("The audit log does NOT verify.");
  else
    console.log("The audit log is NOT verified: its parts fit together, but nothing outside the database proves it.");
}
