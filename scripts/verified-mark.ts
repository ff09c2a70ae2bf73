import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChainPosition, ChainReport } from "#server/services/audit/verify-chain.ts";

/** The last event that a verification of the whole log has reached, for the next one to continue from. */
interface Mark {
  readonly database_id: string;
  readonly seq: number;
  readonly hash: string;
}

const markFile = (folder: string) => join(folder, "verified.json");

/** Undefined where this database has not been verified yet. */
export function readMark(folder: string, databaseId: string): ChainPosition | undefined {
  if (!existsSync(markFile(folder))) return undefined;
  const mark: Mark = JSON.parse(readFileSync(markFile(folder), "utf8"));
  return mark.database_id === databaseId ? { seq: mark.seq, hash: Buffer.from(mark.hash, "hex") } : undefined;
}

/** Remembers a log that verifies. A reader of the checkpoints who may not write beside them goes without it. */
export function writeMark(folder: string, databaseId: string, { ok, events, head }: ChainReport): void {
  if (!ok || head === null) return;
  const mark: Mark = { database_id: databaseId, seq: events, hash: head };
  try {
    writeFileSync(markFile(folder), `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  } catch (error) {
    console.error(`This verification is not remembered: ${error instanceof Error ? error.message : error}`);
  }
}
