import type { Client, Pool } from "pg";

/** Returns all tables as JSON text. Bytes appear as UTF-8, hexadecimal and base64, so that a text search finds them. */
export async function dumpDatabase(pool: Pool | Client): Promise<string> {
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

/** JSON.stringify replacer for bytes. It receives the result of Buffer.toJSON, not the Buffer. */
function readBytes(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("type" in value) || value.type !== "Buffer") return value;
  const bytes = Buffer.from("data" in value && Array.isArray(value.data) ? value.data : []);
  return `${bytes.toString()} ${bytes.toString("hex")} ${bytes.toString("base64")}`;
}
