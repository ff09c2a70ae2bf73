import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ChainPosition, ChainReport } from "#server/audit/verification/verify-chain.ts";
import { describeError } from "#server/base/describe-error.ts";
import { replaceFile } from "#server/db/replace-file.ts";

/** The last verified event. `npm run verify -- --incremental` starts after it. */
const markSchema = z.object({ database_id: z.string(), seq: z.int(), hash: z.hex() });

const markFile = (folder: string) => join(folder, "verified.json");

/** Returns the last verified event, or undefined if this database has none or the file is unreadable. */
export function readMark(folder: string, databaseId: string): ChainPosition | undefined {
  const file = markFile(folder);
  if (!existsSync(file)) return undefined;
  try {
    const mark = markSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return mark.database_id === databaseId ? { seq: mark.seq, hash: Buffer.from(mark.hash, "hex") } : undefined;
  } catch (error) {
    console.error(`${file} is ignored: ${describeError(error)}`);
    return undefined;
  }
}

/** Stores the last event of a verified log. Only prints a warning if the file cannot be written. */
export function writeMark(folder: string, databaseId: string, { ok, events, head }: ChainReport): void {
  if (!ok || head === null) return;
  const mark: z.infer<typeof markSchema> = { database_id: databaseId, seq: events, hash: head };
  try {
    replaceFile(markFile(folder), `${JSON.stringify(mark)}\n`, 0o600);
  } catch (error) {
    console.error(`The position of this verification could not be saved: ${describeError(error)}`);
  }
}
