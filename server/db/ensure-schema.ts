import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import packageJson from "#package.json" with { type: "json" };
import { sha256 } from "#server/base/digest.ts";
import { inTransaction } from "./in-transaction.ts";
import { takeLock } from "./locks.ts";
import type { Database, Drizzle } from "./open.ts";

/** The columns of all tables, each with its type. */
const COLUMNS = `
  select format('%s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' end) as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = to_regnamespace('public') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;
const MAX_COLUMNS_SHOWN = 5;

/** The first line of a migration: the version that adds it, and the oldest version that works with the result. */
const HEADER = /^-- Added in (\d+\.\d+\.\d+), works with (\d+\.\d+\.\d+) and later\.\n/;

interface Migration {
  readonly name: string;
  readonly digest: string;
  readonly addedIn: string;
  readonly worksWith: string;
}

interface Executed extends Migration {
  /** The columns that this migration and those before it left. */
  readonly columns: readonly string[];
}

/**
 * Executes the migrations in `folder` that the database lacks, in the order of their names, once, even if several processes start at
 * the same time.  Throws, and changes nothing, if the database has another version of a migration, has a
 * migration of a newer version that does not work with this one, or lacks a column that the migrations created. Additional
 * tables and columns are allowed.
 */
export async function ensureSchema(database: Database, folder: string): Promise<void> {
  const migrations = readdirSync(/* turbopackIgnore: true */ folder)
    .sort()
    .map((name) => readMigration(folder, name));
  await inTransaction(database, async (transaction) => {
    // Another process may take longer than the usual timeouts to migrate.
    await transaction.execute(sql.raw("set local lock_timeout = 0; set local statement_timeout = 0"));
    await takeLock(transaction, "schema");
    const executed = await readExecuted(transaction);
    for (const one of executed) requireKnown(one, migrations);
    const columns = new Set(executed.at(-1)?.columns);
    requireColumns(columns, await readColumns(transaction));
    for (const { text, ...migration } of migrations.filter(({ name }) => executed.every((one) => one.name !== name))) {
      const before = await readColumns(transaction);
      await transaction.execute(sql.raw(text));
      const after = await readColumns(transaction);
      for (const one of before) if (!after.includes(one)) columns.delete(one);
      for (const one of after) if (!before.includes(one)) columns.add(one);
      const { name, digest, addedIn, worksWith } = migration;
      await transaction.execute(sql`insert into schema_migrations (name, digest, added_in, works_with, columns)
        values (${name}, ${digest}, ${addedIn}, ${worksWith}, ${sql.param([...columns])})`);
    }
  });
}

function readMigration(folder: string, name: string): Migration & { readonly text: string } {
  const text = readFileSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, name), "utf8");
  const [, addedIn, worksWith] = HEADER.exec(text) ?? [];
  if (addedIn === undefined || worksWith === undefined) throw new Error(`The migration ${name} lacks its first line.`);
  return { name, digest: sha256(text).toString("hex"), addedIn, worksWith, text };
}

/** Returns the migrations of the database in the order of their names. */
async function readExecuted(transaction: Drizzle): Promise<readonly Executed[]> {
  const has = async (table: string) =>
    (await transaction.execute(sql`select where to_regclass(${table}) is not null`)).rowCount === 1;
  if (await has("schema_migrations")) {
    const { rows } = await transaction.execute<Executed & Record<string, unknown>>(sql`select name, digest,
      added_in as "addedIn", works_with as "worksWith", columns from schema_migrations order by name`);
    return rows;
  }
  if (await has("database_identity")) throw new Error(describeRefusal("a version before the first release"));
  return [];
}

/** Throws for a migration that this version does not contain, unless it works with this version. */
function requireKnown({ name, digest, addedIn, worksWith }: Migration, known: readonly Migration[]): void {
  const { version } = packageJson;
  const own = known.find((one) => one.name === name);
  if (own?.digest === digest) return;
  if (own !== undefined) throw new Error(describeRefusal(`another build of version ${addedIn} (${name})`));
  if (version.localeCompare(worksWith, "en", { numeric: true }) >= 0) return;
  throw new Error(
    `Version ${addedIn} of the gateway has changed the database (${name}). This is version ${version}, which cannot use ` +
      `it, and has left it unchanged: start version ${worksWith} or later, or restore a backup from before the upgrade.`,
  );
}

function describeRefusal(creator: string): string {
  return (
    `The database has the schema of ${creator}, which cannot be upgraded and was left unchanged: start with an empty ` +
    "DATA_DIR and, with DATABASE_URL, an empty database, or run the version that created it."
  );
}

function requireColumns(needed: ReadonlySet<string>, existing: readonly string[]): void {
  const missing = [...needed].filter((column) => !existing.includes(column)).sort();
  if (missing.length === 0) return;
  throw new Error(
    `The database lacks ${missing.length} of the columns that the gateway created: ` +
      `${missing.slice(0, MAX_COLUMNS_SHOWN).join(", ")}${missing.length > MAX_COLUMNS_SHOWN ? ", …" : ""}. ` +
      "Undo the change of these columns, or restore a backup.",
  );
}

async function readColumns(transaction: Drizzle): Promise<readonly string[]> {
  const { rows } = await transaction.execute<{ column: string }>(sql.raw(COLUMNS));
  return rows.map(({ column }) => column);
}
