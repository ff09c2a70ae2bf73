import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import { signatureSchema } from "#server/audit/log/event-signer.ts";
import type { ChainPosition } from "#server/audit/verification/verify-chain.ts";

const sealSchema = z.object({
  checkpoint: signatureSchema,
  /** Set for an archive: the log continues after the events of the file. */
  continues: z.literal(true).exactOptional(),
  /** The event before the first event of the file; missing if the file begins with the first event of the log. */
  after: z.object({ seq: z.int().positive(), hash: z.hex().length(64) }).exactOptional(),
});

/** The last line of an export: the signature of the last exported event. */
export type Seal = z.infer<typeof sealSchema>;

export const SEAL_START = '{"checkpoint":';

const MAX_LENGTH = 4_096;

/** Returns a seal as a line without line break. The events of the file follow the event `start`. */
export function printSeal(start: ChainPosition, seal: Omit<Seal, "after">): string {
  const after = start.seq === 0 ? {} : { after: { seq: start.seq, hash: start.hash.toString("hex") } };
  return JSON.stringify({ ...seal, ...after } satisfies Seal);
}

/** Returns the seal in a line; undefined if the line is not exactly as it was exported. */
export function parseSeal(line: string): Seal | undefined {
  try {
    const { data } = sealSchema.safeParse(JSON.parse(line));
    return JSON.stringify(data) === line ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the seal at the end of an export, if it has one. Throws if the last line is not as it was exported. */
export function readSeal(file: string): Seal | undefined {
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const end = Buffer.alloc(Math.min(size, MAX_LENGTH));
    readSync(handle, end, 0, end.length, size - end.length);
    const line = end.toString().replace(/\n$/, "").split("\n").at(-1) ?? "";
    if (!line.startsWith(SEAL_START)) return undefined;
    const seal = parseSeal(line);
    if (seal === undefined)
      throw new Error(`${file}: the last line is not a seal as it was exported. Use an unchanged copy of the file.`);
    return seal;
  } finally {
    closeSync(handle);
  }
}

/** Returns the event before the first event of an export. It cannot be forged: the first event's hash depends on it. */
export function startOfExport(file: string): ChainPosition {
  const { seq, hash } = readSeal(file)?.after ?? { seq: 0, hash: "00".repeat(32) };
  return { seq, hash: Buffer.from(hash, "hex") };
}
