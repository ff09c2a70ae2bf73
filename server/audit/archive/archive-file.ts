import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { contentsFileOf, exportContents } from "#server/audit/export/contents-file.ts";
import { exportLine, readExport, readLinks } from "#server/audit/export/read-links.ts";
import { printSeal, readSeal, startOfExport } from "#server/audit/export/seal.ts";
import type { EventSigner } from "#server/audit/log/event-signer.ts";
import type { SequenceRange } from "#server/audit/log/read-events.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import { type ChainPosition, verifyChain } from "#server/audit/verification/verify-chain.ts";
import { describeError } from "#server/base/describe-error.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

interface Archiving {
  readonly database: Database;
  readonly signer: EventSigner;
  readonly checkpoints: CheckpointSource;
  readonly now: () => Date;
}

interface Archive {
  readonly file: string;
  /** The event before the first event of the file. */
  readonly after: ChainPosition;
  readonly lastSeq: number;
}

/**
 * Writes events to a new file in the export format and returns the last event and the file's digest. On return, the
 * file has been read back, verified and synced to disk. Reuses a valid file of the same events that an interrupted
 * archive left; never replaces a file.
 */
export async function writeArchive(
  archiving: Archiving,
  archive: Archive,
): Promise<{ readonly last: ChainPosition; readonly sha256: string }> {
  const { file } = archive;
  await writeContents(archiving, archive);
  const last = existsSync(file) ? await readLeftFile(archiving, archive) : await createFile(archiving, archive);
  const digest = createHash("sha256");
  await pipeline(createReadStream(file), digest);
  return { last, sha256: digest.digest("hex") };
}

/** Writes the contents of the events, which are still complete, to their own file; replaces one that was left. */
async function writeContents({ database }: Archiving, { file, after, lastSeq }: Archive): Promise<void> {
  const draft = `${file}.${uuid()}.unfinished`;
  try {
    const lines = exportContents(database, { above: after.seq, upTo: lastSeq });
    await pipeline(lines, createWriteStream(draft, { mode: 0o600 }));
    syncPath(draft);
    renameSync(draft, contentsFileOf(file));
  } finally {
    rmSync(draft, { force: true });
    syncPath(dirname(file));
  }
}

async function createFile(archiving: Archiving, archive: Archive): Promise<ChainPosition> {
  const { database, signer, checkpoints, now } = archiving;
  const { file, after, lastSeq } = archive;
  const draft = `${file}.${uuid()}.unfinished`;
  try {
    const last = await writeLines(database, draft, { above: after.seq, upTo: lastSeq }, async (end) =>
      printSeal(after, { checkpoint: await signer.sign(end, now()), continues: true }),
    );
    const problem = await findProblem(draft, archive, last, checkpoints);
    if (problem !== undefined)
      throw new Error(`Verification of the audit log failed, so nothing was archived: ${problem}.`);
    syncPath(draft);
    publish(draft, file);
    return last;
  } catch (error) {
    if (!existsSync(file)) rmSync(contentsFileOf(file), { force: true });
    throw error;
  } finally {
    rmSync(draft, { force: true });
    syncPath(dirname(file));
  }
}

/** Gives a file its final name by linking. Throws if another process created that file; a rename would replace it. */
function publish(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (existsSync(file)) throw error;
    // Copies the file if the file system does not support hard links.
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
    syncPath(file);
  }
}

async function readLeftFile({ database, checkpoints }: Archiving, archive: Archive): Promise<ChainPosition> {
  const { file, lastSeq } = archive;
  const { seq, hash } = events;
  const [last] = await database.orm.select({ seq, hash }).from(events).where(eq(seq, lastSeq));
  if (last === undefined) throw new Error(`event ${lastSeq} is missing`);
  const problem = await findProblem(file, archive, last, checkpoints).catch(describeError);
  if (problem === undefined) return last;
  throw new Error(
    `${file} exists but is not this archive (${problem}). Nothing was archived. Move the file and try again.`,
  );
}

/** Returns why a file does not contain exactly these events and a seal; undefined if it does. */
async function findProblem(
  file: string,
  { after, ...archive }: Archive,
  last: ChainPosition,
  checkpoints: CheckpointSource,
): Promise<string | undefined> {
  const contents = contentsFileOf(archive.file);
  const seal = readSeal(file);
  const sealed = { ...checkpoints, readSignatures: () => (seal === undefined ? [] : [seal.checkpoint]) };
  const report = await verifyChain(readExport(file, contents), sealed, { after, continues: true });
  const [problem = report.warnings[0]] = report.errors.map(({ seq, message }) => `event ${seq}: ${message}`);
  if (problem !== undefined) return problem;
  if (report.head !== last.hash.toString("hex")) return "the file ends with another event";
  const start = startOfExport(file);
  return start.seq === after.seq && seal?.continues === true
    ? undefined
    : "the last line is not the seal of this archive";
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
