import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import { readCases } from "./read-cases.ts";

export const EXIT = { ok: 0, unreadable: 1, usage: 2, unsupported: 3, stopped: 4 } as const;

const MAX_LISTED = 20;

export interface LoadedCases {
  readonly cases: readonly ResolvedCase[];
  readonly files: readonly string[];
  /** SHA-256 of the uncompressed file; for several files, over their digests in order. */
  readonly digest: string;
}

/**
 * Returns the cases in the files, or the exit code after printing the errors to stderr. A file with an invalid line is
 * not scored at all, because partial figures would mislead.
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
        [`${path} has ${bad.length} bad ${bad.length === 1 ? "line" : "lines"}:`, ...listed].join("\n"),
      );
    }
    if (cases.length === 0) return fail(EXIT.unreadable, `${path} holds no case.`);
    all.push(...(paths.length === 1 ? cases : cases.map((one) => ({ ...one, file: basename(path) }))));
    digests.push(digest);
  }
  const [first = ""] = digests;
  const digest = digests.length === 1 ? first : createHash("sha256").update(digests.join("")).digest("hex");
  return { cases: all, files: paths.map((path) => basename(path)), digest };
}

/** Returns the first lines of a list, indented, and the number of the others. */
export function listSome(lines: readonly string[]): readonly string[] {
  const listed = lines.slice(0, MAX_LISTED).map((line) => `  ${line}`);
  return lines.length > MAX_LISTED ? [...listed, `  and ${lines.length - MAX_LISTED} more`] : listed;
}

export function fail(code: number, message: string): number {
  process.stderr.write(`${message}\n`);
  return code;
}
