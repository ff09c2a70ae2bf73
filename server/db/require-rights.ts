import type { Pool } from "pg";

/** Statements that grant the rights that the role lacks. The job queue makes the schema `pgboss`. */
const LACKING = `
  with tables as (
    select c.oid, c.relname, c.relowner, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')
  ), schemas as (select oid, nspname from pg_namespace where nspname in ('public', 'pgboss')),
  needed (is_met, statement) as (
    select exists (select from schemas where nspname = 'public'), 'create schema public authorization %1$I'
    union all select has_schema_privilege(oid, 'usage'), format('grant usage on schema %s to %%1$I', nspname) from schemas
    union all
    select has_schema_privilege(oid, 'create') or exists (select from tables where relname = 'schema_baseline'),
      'grant create on schema public to %1$I'
    from schemas where nspname = 'public'
    union all
    select has_database_privilege(current_database(), 'create') or exists (select from tables where nspname = 'pgboss'),
      'grant create on database %2$I to %1$I'
    union all
    select has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'),
      format('grant select, insert, update, delete on all tables in schema %s to %%1$I', nspname)
    from tables
    where nspname = 'pgboss' or relowner = (
      select relowner from tables where relname = 'schema_baseline' and nspname = 'public'
    )
  )
  select distinct format(statement, current_user, current_database()) as statement from needed where not is_met`;

/** Throws, with the statements that grant them, if the role lacks rights that the gateway needs. */
export async function requireRights(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(LACKING);
  if (rows.length === 0) return;
  const statements = rows.map(({ statement }) => `${statement};`).join(" ");
  throw new Error(`The role in DATABASE_URL lacks rights. Run as an administrator: ${statements}`);
}
