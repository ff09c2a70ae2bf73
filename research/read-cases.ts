import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { createOrderCheck, parseCase, type ResolvedCase } from "#lib/evaluation/resolved-case.ts";

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

/** Reads a plain or gzipped JSONL file. Rejects if the file is unreadable; returns invalid lines in `bad`. */
export async function readCases(path: string): Promise<CaseFile> {
  const cases: ResolvedCase[] = [];
  const bad: BadLine[] = [];
  const checkOrder = createOrderCheck();
  const bytes = await readBytes(path);
  for (const [index, text] of bytes.toString("utf8").split("\n").entries()) {
    if (text.trim() === "") continue;
    const read = checkOrder(parseCase(text, index + 1));
    if (typeof read === "string") bad.push({ line: index + 1, message: read });
    else cases.push(read);
  }
  return { cases, bad, digest: createHash("sha256").update(bytes).digest("hex") };
}

async function readBytes(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return zipped ? await promisify(gunzip)(bytes) : bytes;
}
