import { parseArgs } from "node:util";
import { type ResolvedCase, readCases } from "./read-cases.ts";

export const EXIT = { ok: 0, unreadable: 1, usage: 2, unsupported: 3 } as const;

const MOST_LISTED = 20;

/**
 * The cases in the files that a command names, or the exit code after printing the errors to stderr. A file with an
 * invalid line is not scored at all, because partial figures would mislead.
 */
export async function loadCases(command: string): Promise<ResolvedCase[] | number> {
  const paths = pathArguments();
  if (paths.length === 0) return fail(EXIT.usage, `Usage: node research/${command}.ts FILE.jsonl[.gz]…`);
  const all: ResolvedCase[] = [];
  for (const path of paths) {
    const read = await readCases(path).catch((error: Error) => error);
    if (read instanceof Error) return fail(EXIT.unreadable, `Cannot read ${path}: ${read.message}`);
    const { cases, bad } = read;
    if (bad.length > 0) {
      const listed = bad.slice(0, MOST_LISTED).map(({ line, message }) => `  line ${line}: ${message}`);
      if (bad.length > MOST_LISTED) listed.push(`  and ${bad.length - MOST_LISTED} more`);
      return fail(
        EXIT.unreadable,
        [`${path} has ${bad.length} bad ${bad.length === 1 ? "line" : "lines"}:`, ...listed].join("\n"),
      );
    }
    if (cases.length === 0) return fail(EXIT.unreadable, `${path} holds no case.`);
    all.push(...cases);
  }
  return all;
}

export function fail(code: number, message: string): number {
  process.stderr.write(`${message}\n`);
  return code;
}

function pathArguments(): readonly string[] {
  try {
    return parseArgs({ allowPositionals: true }).positionals;
  } catch {
    return [];
  }
}
