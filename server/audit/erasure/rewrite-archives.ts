import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { contentsFileOf, readRows } from "#server/audit/export/contents-file.ts";
import { readExport } from "#server/audit/export/read-links.ts";
import type { ErasureCarriedOut } from "#server/audit/log/erasure-events.ts";
import type { Database } from "#server/db/open.ts";
import { draftOf } from "#server/db/replace-file.ts";
import { events } from "#server/db/schema.ts";

type Carried = Pick<ErasureCarriedOut, "tasks" | "inputs" | "removed"> & { readonly seq: number };

/** Removes erased contents from archives. Yields the files that had some. An interrupted run can be started again. */
export async function* rewriteArchives({ orm }: Database, files: readonly string[]): AsyncGenerator<string> {
  const rows = await orm.select().from(events).where(eq(events.kind, "erasure.carried_out"));
  const erasures = rows.map(({ seq, body }): Carried => ({ seq, ...JSON.parse(body.toString()) }));
  for (const file of files.filter((one) => existsSync(contentsFileOf(one)))) {
    if (await rewrite(contentsFileOf(file), await findErased(file, erasures))) yield contentsFileOf(file);
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

/** Replaces a file of contents by one without the erased ones. Returns whether it had some. */
async function rewrite(file: string, erased: ReadonlySet<string>): Promise<boolean> {
  const draft = draftOf(file);
  let removed = 0;
  async function* lines() {
    for await (const { seq, contents } of readRows(file)) {
      const kept = Object.entries(contents).filter(([field]) => !erased.has(`${seq}/${field}`));
      removed += Object.keys(contents).length - kept.length;
      if (kept.length > 0) yield `${JSON.stringify({ seq, contents: Object.fromEntries(kept) })}\n`;
    }
  }
  try {
    await pipeline(lines(), createWriteStream(draft, { mode: 0o600, flush: true }));
    if (removed > 0) renameSync(draft, file);
    return removed > 0;
  } finally {
    rmSync(draft, { force: true });
  }
}
