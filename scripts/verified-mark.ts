import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ChainPosition, ChainReport } from "#server/audit/verification/verify-chain.ts";
import { describeError } from "#server/base/describe-error.ts";
import { replaceFile } from "#server/db/replace-file.ts";

/** The last event that a full verification has reached; the next incremental one starts there. */
const markSchema = z.object({ database_id: z.string(), seq: z.int(), hash: z.hex() });

const markFile = (folder: string) => join(folder, "verified.json");

/** Returns undefined if this database has not been verified or the mark is unreadable: everything is verified then. */
export function readMark(folder: string, databaseId: string): ChainPosition | undefined {
  const file = markFile(folder);
  if (!existsSync(file)) return undefined;
  try {
    const mark = markSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return mark.database_id === databaseId ? { seq: mark.seq, hash: Buffer.from(mark.hash, "hex") } : undefined;
  } catch (error) {
    console.error(`${file} is not used: ${describeError(error)}`);
    return undefined;
  }
}

/** Stores the position of a log that verifies. Does nothing if the folder is read-only. */
export function writeMark(folder: string, databaseId: string, { ok, events, head }: ChainReport): void {
  if (!ok || head === null) return;
  const mark: z.infer<typeof markSchema> = { database_id: databaseId, seq: events, hash: head };
  try {
    replaceFile(markFile(folder), `${JSON.stringify(mark)}\n`, 0o600);
  } catch (error) {
    console.error(`This verification is not remembered: ${describeError(error)}`);
  }
}
