import { createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { contentsFileOf, readRows, readTombstone, tombstoneOf } from "#server/audit/export/contents-file.ts";
import { readExport } from "#server/audit/export/read-links.ts";
import type { ErasureCarriedOut } from "#server/audit/log/erasure-events.ts";
import { describeError } from "#server/base/describe-error.ts";
import type { Database } from "#server/db/open.ts";
import { draftOf, replaceFile } from "#server/db/replace-file.ts";
import { events } from "#server/db/schema.ts";

type Carried = Pick<ErasureCarriedOut, "tasks" | "inputs" | "removed"> & { readonly seq: number };

/** Whether a file of contents was rewritten. Otherwise it is read-only, and has a tombstone unless its folder is, too. */
type Outcome = "rewritten" | "tombstone" | { readonly error: string };

const WRITABLE = 0o222;

/** Removes erased contents from archives. Yields the files that have some. An interrupted run can be started again. */
export async function* rewriteArchives(
  { orm }: Database,
  files: readonly string[],
): AsyncGenerator<readonly [file: string, outcome: Outcome]> {
  const rows = await orm.select().from(events).where(eq(events.kind, "erasure.carried_out"));
  const erasures = rows.map(({ seq, body }): Carried => ({ seq, ...JSON.parse(body.toString()) }));
  for (const file of files.filter((one) => existsSync(contentsFileOf(one)))) {
    const erased = await findErased(file, erasures);
    const outcome = await rewrite(contentsFileOf(file), erased).catch((error) => ({ error: describeError(error) }));
    if (outcome !== undefined) yield [contentsFileOf(file), outcome];
  }
}

/** Returns the contents to remove, as `seq/field`: those listed, and those of predictions of erased content. */
async function findErased(file: string, erasures: readonly Carried[]): Promise<ReadonlySet<string>> {
  const erased = new Set(erasures.flatMap(({ removed }) => removed));
  for await (const { seq, body } of readExport(file)) {
    const { kind, task_id, input_id, contents = {} } = JSON.parse(body.toString());
    const later = erasures.filter((one) => seq < one.seq && String(kind).startsWith("prediction."));
    if (!later.some(({ tasks, inputs }) => tasks.includes(task_id) || inputs.includes(input_id))) continue;
    for (const field of Object.keys(contents)) erased.add(`${seq}/${field}`);
  }
  return erased;
}

/** Removes erased contents from a file of contents, or writes its tombstone. Returns undefined if it has none. */
async function rewrite(file: string, erased: ReadonlySet<string>): Promise<Outcome | undefined> {
  const found: string[] = [];
  const listed = readTombstone(file);
  for await (const { seq, contents } of readRows(file, new Set())) {
    const ids = Object.keys(contents).map((field) => `${seq}/${field}`);
    found.push(...ids.filter((id) => erased.has(id) || listed.has(id)));
  }
  if (found.length === 0) return undefined;
  try {
    await replace(file, new Set(found));
    return "rewritten";
  } catch {
    replaceFile(tombstoneOf(file), found.map((id) => `${id}\n`).join(""), 0o600);
    return "tombstone";
  }
}

async function replace(file: string, erased: ReadonlySet<string>): Promise<void> {
  // A rename would replace it. An administrator can write it in spite of its mode.
  if ((statSync(file).mode & WRITABLE) === 0) throw new Error(`${file} is read-only.`);
  const draft = draftOf(file);
  async function* lines() {
    for await (const row of readRows(file, erased)) yield `${JSON.stringify(row)}\n`;
  }
  try {
    await pipeline(lines(), createWriteStream(draft, { mode: 0o600, flush: true }));
    renameSync(draft, file);
    rmSync(tombstoneOf(file), { force: true });
  } finally {
    rmSync(draft, { force: true });
  }
}
