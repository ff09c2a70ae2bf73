import { createPublicKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "#server/config.ts";
import { isSignedBy, readCheckpoints } from "#server/events/checkpoint.ts";
import { readExport, readLinks } from "#server/records/read-links.ts";
import { verifyChain } from "#server/records/verify-chain.ts";
import { withRecord } from "./open-record.ts";

/**
 * `npm run verify`: recomputes the record's chain and holds it against the signed checkpoints. With the name of an
 * export (JSONL) it needs no database; checkpoints are then those beside the export, where there are any.
 */

const config = readConfig();
const [file] = process.argv.slice(2);
const folder = file === undefined ? config.checkpointDir : dirname(file);

const keyFile = join(folder, "public-key.pem");
const publicKey = existsSync(keyFile) ? createPublicKey(readFileSync(keyFile)) : undefined;
const checkpoints = {
  read: () => (publicKey === undefined ? [] : readCheckpoints(join(folder, "checkpoints.jsonl"))),
  isGenuine: (checkpoint: Parameters<typeof isSignedBy>[1]) =>
    publicKey !== undefined && isSignedBy(publicKey, checkpoint),
};

const showProgress = (events: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${events} events`);
};

try {
  const report =
    file === undefined
      ? await withRecord(config, (database) => verifyChain(readLinks(database), checkpoints, showProgress))
      : await verifyChain(readExport(file), checkpoints, showProgress);
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  console.log(`${report.events} events, ${report.checkpoints} checkpoints, head ${report.head ?? "none"}`);
  for (const { seq, fault } of report.faults) console.log(`  event ${seq}: ${fault}`);
  console.log(report.ok ? "The chain verifies." : "The chain does NOT verify.");
  process.exitCode = report.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
