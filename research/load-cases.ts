import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import { readCases } from "./read-cases.ts";

export const EXIT = { ok: 0, unreadable: 1, usage: 2, unsupported: 3, stopped: 4 } as const;

const MAX_LISTED = 20;

export interface LoadedCases {
  readonly cases: readonly ResolvedCase[];
  readonly files: readonly string[];
  /** Hexadecimal SHA-256 of the uncompressed file; for several files, of their concatenated digests. */
  readonly digest: string;
}

/**
 * Returns the cases in all files. If a file is unreadable or has an invalid line, prints the errors to stderr and
 * returns an exit code instead, because scores of only some cases would mislead.
 */
export async function loadCases(paths: readonly string[]): Promise<LoadedCases | number> {
  const all: ResolvedCase[] = [];
  const digests: string[] = [];
  for (const path of paths) {
    const read = await readCases(path).catch((error: Error) => error);
    if (read instanceof Error) return fail(EXIT.unreadable, `Cannot read ${path}: ${read.message}`);
    const { cases, bad, digest } = read;
    if (bad.length > 0) {
      const listed = listSome(bad.map(({ line, message }) => `line ${line}: ${message}`));
      return fail(
        EXIT.unreadable,
        [`${path} has ${bad.length} invalid ${bad.length === 1 ? "line" : "lines"}:`, ...listed].join("\n"),
      );
    }
    if (cases.length === 0) return fail(EXIT.unreadable, `${path} contains no cases.`);
    all.push(...(paths.length === 1 ? cases : cases.map((one) => ({ ...one, file: basename(path) }))));
    digests.push(digest);
  }
  const [first = ""] = digests;
  const digest = digests.length === 1 ? first : createHash("sha256").update(digests.join("")).digest("hex");
  return { cases: all, files: paths.map((path) => basename(path)), digest };
}

export function listSome(lines: readonly string[]): readonly string[] {
  const listed = lines.slice(0, MAX_LISTED).map((line) => `  ${line}`);
  return lines.length > MAX_LISTED ? [...listed, `  and ${lines.length - MAX_LISTED} more`] : listed;
}

export function fail(code: number, message: string): number {
  process.stderr.write(`${message}\n`);
  return code;
}
