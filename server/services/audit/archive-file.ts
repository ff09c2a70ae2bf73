import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, createReadStream, createWriteStream, fsyncSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Checkpoints } from "#server/infra/audit-log/checkpoint.ts";
import type { SequenceRange } from "#server/infra/audit-log/sequence-range.ts";
import type { Database } from "#server/infra/db/open.ts";
import { exportLine, readExport, readLinks } from "./read-links.ts";
import { printSeal } from "./seal.ts";
import { type ChainPosition, verifyChain } from "./verify-chain.ts";

interface Archive {
  readonly file: string;
  /** The events before those of the file end here. */
  readonly after: ChainPosition;
  readonly lastSeq: number;
}

/**
 * Writes events to a file in the form of an export. When it returns, the file has been read back and verified, and a
 * power failure does not lose it. Returns its last event and its digest.
 */
export async function writeArchive(
  { database, checkpoints, now }: { database: Database; checkpoints: Checkpoints; now: () => Date },
  { file, after, lastSeq }: Archive,
): Promise<{ readonly last: ChainPosition; readonly sha256: string }> {
  const draft = `${file}.unfinished`;
  const last = await writeLines(database, draft, { above: after.seq, upTo: lastSeq }, async (end) =>
    printSeal(after, {
      checkpoint: await checkpoints.write(end, now()),
      public_key: checkpoints.publicKey,
      continues: true,
    }),
  );
  const report = await verifyChain(readExport(draft), checkpoints, { after, continues: true });
  if (!report.ok || report.head !== last.hash.toString("hex")) {
    const [problem = report.warnings[0]] = report.errors.map(({ seq, message }) => `event ${seq}: ${message}`);
    throw new Error(`The audit log does not verify, so nothing is archived: ${problem}. ${draft} was left.`);
  }
  syncPath(draft);
  renameSync(draft, file);
  syncPath(dirname(file));
  const digest = createHash("sha256");
  await pipeline(createReadStream(file), digest);
  return { last, sha256: digest.digest("hex") };
}

async function writeLines(
  database: Database,
  file: string,
  range: SequenceRange,
  printEnd: (last: ChainPosition) => Promise<string>,
): Promise<ChainPosition> {
  const output = createWriteStream(file, { mode: 0o600 });
  await once(output, "open");
  let last: ChainPosition | undefined;
  for await (const link of readLinks(database, range)) {
    if (!output.write(`${exportLine(link)}\n`)) await once(output, "drain");
    last = link;
  }
  if (last?.seq !== range.upTo) throw new Error(`event ${range.upTo} is missing`);
  output.end(`${await printEnd(last)}\n`);
  await once(output, "close");
  return last;
}

function syncPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
