import { matchesDigest } from "#server/digest.ts";
import type { Database } from "#server/infra/db/open.ts";
import { type Pace, paced } from "./pace.ts";
import type { Fault } from "./verify-chain.ts";

const PAGE = 100;

const CONTENT = [
  { table: "tasks", id: "task_id" },
  { table: "inputs", id: "input_id" },
] as const;

/** Recomputes the digest of every task and input, and looks for those that a submission names and that are gone. */
export async function compareContent(database: Database, pace: Pace): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { table, id } of CONTENT) {
    for await (const row of paced(readContent(database, table, id), pace)) {
      if (matchesDigest(row.id, row.canonical)) continue;
      faults.push({ seq: null, fault: `${table} ${row.id}: the stored content has another digest` });
    }
    const { rows } = await database.pool.query<{ id: string }>(
      `select distinct ${id} as id from submissions where not exists (select from ${table} c where c.${id} = submissions.${id})`,
    );
    faults.push(
      ...rows.map((row) => ({ seq: null, fault: `${table} ${row.id}: the content of a submission is gone` })),
    );
  }
  return faults;
}

async function* readContent({ pool }: Database, table: string, id: string) {
  for (let last = ""; ; ) {
    const { rows } = await pool.query<{ id: string; canonical: Buffer }>(
      `select ${id} as id, canonical from ${table} where ${id} > $1 order by ${id} limit ${PAGE}`,
      [last],
    );
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}
