import type { Database } from "#server/db/open.ts";

/** Everything that the database holds, table by table, bytes as the text that they are. */
export async function dumpDatabase({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select * from ${name}`);
    parts.push(
      name,
      JSON.stringify(rows, (_, value) => readBytes(value)),
    );
  }
  return parts.join("\n");
}

/** JSON.stringify asks a Buffer for its own form first. */
function readBytes(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("type" in value) || value.type !== "Buffer") return value;
  const bytes = Buffer.from("data" in value && Array.isArray(value.data) ? value.data : []);
  return `${bytes.toString()} ${bytes.toString("hex")} ${bytes.toString("base64")}`;
}
