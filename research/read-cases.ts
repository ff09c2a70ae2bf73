import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { createOrderCheck, createOutcomeCheck, parseCase, type ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import { decodeFile } from "#lib/files/decode-file.ts";
import { eachValue } from "#lib/files/read-values.ts";

export interface BadLine {
  readonly line: number;
  readonly message: string;
}

interface CaseFile {
  readonly cases: ResolvedCase[];
  readonly bad: BadLine[];
  /** SHA-256 of the uncompressed file, in hexadecimal digits. */
  readonly digest: string;
}

/** Reads a plain or gzipped file of JSON Lines or a JSON array. Rejects if the file is unreadable; returns invalid lines in `bad`. */
export async function readCases(path: string): Promise<CaseFile> {
  const cases: ResolvedCase[] = [];
  const bad: BadLine[] = [];
  const [checkOrder, checkOutcome] = [createOrderCheck(), createOutcomeCheck()];
  const bytes = await readBytes(path);
  const decoded = decodeFile(bytes);
  if (!decoded.ok) throw new Error(decoded.message);
  for (const value of eachValue(decoded.text)) {
    const { line } = value;
    const read = "message" in value ? value.message : checkOutcome(checkOrder(parseCase(value.text, line)));
    if (typeof read === "string") bad.push({ line, message: read });
    else cases.push(read);
  }
  return { cases, bad, digest: createHash("sha256").update(bytes).digest("hex") };
}

async function readBytes(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return zipped ? await promisify(gunzip)(bytes) : bytes;
}
