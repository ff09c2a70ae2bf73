import { isJsonObject } from "#lib/contract/json.ts";
import { matchesDigest } from "#server/digest.ts";
import { storableText } from "#server/infra/db/columns.ts";
import type { Database } from "#server/infra/db/open.ts";
import { type Pace, paced } from "./pace.ts";
import type { Fault } from "./verify-chain.ts";

const PAGE = 100;

const CONTENT = [
  { table: "tasks", id: "task_id", column: "question", member: "instructions" },
  { table: "inputs", id: "input_id", column: "as_of", member: "as_of" },
] as const;

/**
 * Recomputes the digest of every task and input, compares the column that is derived from it, and looks for those that a submission names and that are gone.
 */
export async function compareContent(database: Database, pace: Pace): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { table, id, column, member } of CONTENT) {
    for await (const row of paced(readContent(database, table, id, column), pace)) {
      const fault = findFault(row, column, member);
      if (fault !== undefined) faults.push({ seq: null, fault: `${table} ${row.id}: ${fault}` });
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

interface StoredContent {
  readonly id: string;
  readonly canonical: Buffer;
  /** The column that is derived from the content. */
  readonly derived: string;
}

function findFault({ id, canonical, derived }: StoredContent, column: string, member: string): string | undefined {
  if (!matchesDigest(id, canonical)) return "the stored content has another digest";
  const content: unknown = JSON.parse(canonical.toString());
  const value = isJsonObject(content) ? content[member] : undefined;
  return derived === storableText(String(value))
    ? undefined
    : `the column ${column} does not say what the content says`;
}

async function* readContent({ pool }: Database, table: string, id: string, column: string) {
  for (let last = ""; ; ) {
    const { rows } = await pool.query<StoredContent>(
      `select ${id} as id, canonical, ${column} as derived from ${table} where ${id} > $1 order by ${id} limit ${PAGE}`,
      [last],
    );
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}
