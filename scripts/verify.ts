import { createPublicKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "#server/config.ts";
import { type Checkpoint, isSignedBy, readCheckpoints } from "#server/events/checkpoint.ts";
import { readExport, readLinks } from "#server/records/read-links.ts";
import { readSeal } from "#server/records/seal.ts";
import { verifyChain } from "#server/records/verify-chain.ts";
import { withRecord } from "./open-record.ts";

/**
 * `npm run verify`: recomputes the record's chain and holds it against the signed checkpoints. With the name of an
 * export (JSONL) it needs no database; checkpoints are then those beside the export, where there are any, and the one
 * that a download from the console has at its end.
 */

const config = readConfig();
const [file] = process.argv.slice(2);
const folder = file === undefined ? config.checkpointDir : dirname(file);

const keyFile = join(folder, "public-key.pem");
const seal = file === undefined || !existsSync(file) ? undefined : readSeal(file);
const pem = existsSync(keyFile) ? readFileSync(keyFile, "utf8") : seal?.public_key;
const publicKey = pem === undefined ? undefined : createPublicKey(pem);
const checkpoints = {
  read: () => [
    ...(existsSync(keyFile) ? readCheckpoints(join(folder, "checkpoints.jsonl")) : []),
    ...(seal === undefined ? [] : [seal.checkpoint]),
  ],
  isGenuine: (checkpoint: Checkpoint) => publicKey !== undefined && isSignedBy(publicKey, checkpoint),
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
  if (seal !== undefined && !existsSync(keyFile)) {
    console.log(
      "Its signature was checked with the key that the export brings itself, and that anybody could have made:",
    );
    console.log(`put the deployment's public-key.pem beside it to be sure.`);
  }
  process.exitCode = report.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
