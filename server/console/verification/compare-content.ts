import { isJsonObject, type JsonObject } from "#lib/contract/json.ts";
import { wordsOfOptions } from "#lib/contract/words-of-options.ts";
import { isErasedContent } from "#lib/domain/erasures.ts";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import { matchesDigest } from "#server/base/digest.ts";
import { storableInstant, storableText } from "#server/db/columns.ts";
import type { Database } from "#server/db/open.ts";
import { readAll } from "#server/db/read-pages.ts";

const PAGE = 100;

interface Stored {
  readonly table: string;
  readonly id: string;
  /** For each column that is derived from the content, the function that derives its value. */
  readonly derived: Readonly<Record<string, (content: JsonObject) => string>>;
}

const CONTENT: readonly Stored[] = [
  {
    table: "tasks",
    id: "task_id",
    derived: {
      question: ({ instructions }) => storableText(String(instructions)),
      options: ({ criteria }) => JSON.stringify(isJsonObject(criteria) ? Object.keys(criteria).sort() : []),
      options_text: ({ criteria }) => storableText(isJsonObject(criteria) ? wordsOfOptions(criteria) : ""),
      resolves_at: ({ resolution }) => {
        const at = isJsonObject(resolution) ? storableInstant(String(resolution.resolves_at)) : undefined;
        return String(at?.toISOString());
      },
    },
  },
  { table: "inputs", id: "input_id", derived: { as_of: (content) => storableText(String(content.as_of)) } },
];

/**
 * Recomputes the digest of every task and input, compares the columns derived from the content, and reports missing
 * tasks and inputs of submissions.
 */
export async function compareContent(database: Database, pace: Pace): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  for (const stored of CONTENT) {
    const { table, id } = stored;
    for await (const row of paced(readContent(database, stored), pace)) {
      const message = findError(row, stored);
      if (message !== undefined) errors.push({ seq: null, message: `${table} ${row.id}: ${message}` });
    }
    const { rows } = await database.pool.query<{ id: string }>(
      `select distinct ${id} as id from submissions where not exists (select from ${table} c where c.${id} = submissions.${id})`,
    );
    errors.push(
      ...rows.map((row) => ({ seq: null, message: `${table} ${row.id}: the content of a submission is missing` })),
    );
  }
  return errors;
}

interface StoredContent {
  readonly id: string;
  readonly canonical: Buffer;
  /**
   * Null unless the log has the erasure of the content, and the stored notice names its requester and its rule. The
   * digest of what is left; empty if nothing is left.
   */
  readonly erased: string | null;
  readonly [column: string]: unknown;
}

function findError(row: StoredContent, { derived }: Stored): string | undefined {
  const { id, canonical, erased } = row;
  if (erased === "" ? !isErasedContent(canonical.toString()) : !matchesDigest(erased ?? id, canonical))
    return "the stored content does not match its digest";
  const content: unknown = JSON.parse(canonical.toString());
  for (const [column, derive] of Object.entries(derived)) {
    const value = row[column];
    const found = value instanceof Date ? value.toISOString() : Array.isArray(value) ? JSON.stringify(value) : value;
    if (!isJsonObject(content) || derive(content) !== found) {
      return `the column ${column} does not match the content`;
    }
  }
  return undefined;
}

function readContent({ pool }: Database, { table, id, derived }: Stored) {
  const columns = Object.keys(derived).join();
  return readAll<StoredContent>(async (last) => {
    const { rows } = await pool.query<StoredContent>(
      `select ${id} as id, canonical, ${columns}, (
        select coalesce(said ->> 'remaining', '') from events e, convert_from(e.body, 'UTF8') as event, cast(event as json) as said
        where e.kind = 'erasure.carried_out' and said ->> 'erasure_id' = erased_by::text and position(${table}.${id} in event) > 0
          and position(concat(' by ', said ->> 'requested_by', ', rule ', said ->> 'rule', '.')::bytea in canonical) > 0
      ) as erased from ${table} where ${id} > $1 order by ${id} limit ${PAGE}`,
      [last?.id ?? ""],
    );
    return rows;
  });
}
