import type { Pool, PoolClient } from "pg";
import { explainConnectionError } from "./explain-connection-error.ts";
import { BEGIN } from "./in-transaction.ts";
import { LOCKS } from "./locks.ts";
import type { Pipeline } from "./pipeline.ts";

/**
 * The settings that the gateway's sessions must have on PostgreSQL, whatever the owner of the database, role or server has
 * set as a default. Stored for the role (see prepare-sessions.ts). Of the settings that only change speed, `jit` is
 * included: compiling a short statement takes a second. A setting that this version of PostgreSQL does not know is
 * skipped.
 *
 * `idle_in_transaction_session_timeout`: if a process hangs in a transaction, the database ends its session, which
 * releases its locks. `lock_timeout` is longer, so that other processes get such a lock instead of failing.
 * `tcp_keepalives_…`: a lost peer is detected after 25 seconds.
 */
export const SESSION_SETTINGS = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  array_nulls: "on",
  bytea_output: "hex",
  client_encoding: "UTF8",
  default_table_access_method: "heap",
  default_transaction_deferrable: "off",
  default_transaction_isolation: "read committed",
  exit_on_error: "off",
  extra_float_digits: "1",
  gin_fuzzy_search_limit: "0",
  idle_in_transaction_session_timeout: "5s",
  idle_session_timeout: "0",
  jit: "off",
  lock_timeout: "7s",
  quote_all_identifiers: "off",
  search_path: "public",
  standard_conforming_strings: "on",
  statement_timeout: "10s",
  tcp_keepalives_count: "3",
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  transaction_timeout: "0",
  transform_null_equals: "off",
} as const;

const WANTED = [Object.keys(SESSION_SETTINGS), Object.values(SESSION_SETTINGS)];

/** Settings that are not stored, as statements. Role settings take precedence over those of the database. */
const MISSING = `
  select format('alter role %I in database %I set %s = %L', session_user, current_database(), name, value) as statement
  from unnest($1::text[], $2::text[]) as wanted (name, value)
  where current_setting(name, true) is not null and not exists (
    select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
    where r.rolname = session_user and d.datname = current_database() and name || '=' || value = any (s.setconfig)
  )`;

/** Settings that are not active, after $3 seconds. A connection through a socket has no TCP keepalive. */
const DIFFERENT = `
  select array(
    select name || ' = ' || current_setting(name) from unnest($1::text[], $2::text[]) as wanted (name, value)
    where current_setting(name, true) <> value and not (name like 'tcp%' and current_setting(name) = '0')
  ) as different from pg_sleep($3)`;
/** Keeps all checks running at the same time, so that a pooler uses all of its idle sessions for them. */
const OVERLAP_SECONDS = 0.3;

/** A pooler without a free session makes its clients wait. */
const ANSWER_MS = 10_000;

interface Session {
  readonly different: readonly string[];
}

/**
 * Stores SESSION_SETTINGS for this role in this database, so that all later sessions have them through any pooler.
 * Parameters of the connection cannot do this: PgBouncer refuses or ignores them. Throws if the database has another
 * encoding than UTF8, or is read-only.
 */
export async function storeSessionSettings(pool: Pool): Promise<void> {
  const client = await pool.connect().catch((error) => {
    throw explainConnectionError(error);
  });
  try {
    await requireWritable(client);
    const { rows } = await client.query<{ statement: string }>(MISSING, WANTED);
    const statements = rows.map(({ statement }) => statement);
    if (statements.length > 0) await store(client, statements);
  } finally {
    // This session began without the settings.
    client.release(true);
  }
}

async function store(client: PoolClient, statements: readonly string[]): Promise<void> {
  const work = [
    BEGIN,
    // A role may change only its own settings, and PostgreSQL applies those of the role that signed in.
    "set local role none",
    "set local lock_timeout = 0",
    "set local statement_timeout = 0",
    // Otherwise, names in a value would be stored with quotation marks.
    "set local quote_all_identifiers = off",
    // PostgreSQL fails if two sessions change the same settings at once.
    `select pg_advisory_xact_lock(${LOCKS.schema})`,
    ...statements,
    "commit",
  ];
  await client.query(work.join(";\n")).catch(({ code }) => {
    throw new Error(
      `The role in DATABASE_URL may not store its session settings (${code}). Run as an administrator: ${statements.join("; ")};`,
    );
  });
}

async function requireWritable(client: PoolClient): Promise<void> {
  const { rows } = await client.query<Record<"encoding" | "read_only" | "replication", string>>(
    `select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as read_only,
       current_setting('session_replication_role') as replication`,
  );
  const { encoding, read_only, replication } = rows[0] ?? {};
  if (encoding !== "UTF8")
    throw new Error(
      `The database in DATABASE_URL has the encoding ${encoding}, which cannot store all texts. Create one with: ` +
        "create database gateway encoding 'UTF8' template template0;",
    );
  if (read_only === "on")
    throw new Error(
      "The database in DATABASE_URL is read-only. Connect to the primary server if this server is a standby; otherwise " +
        `run: ${await findReset(client, "default_transaction_read_only")}`,
    );
  if (replication !== "origin")
    throw new Error(
      "The triggers that protect the audit log do not run in the sessions of DATABASE_URL " +
        `(session_replication_role = ${replication}). Run: ${await findReset(client, "session_replication_role")}`,
    );
}

/** Returns the statements that remove the defaults of a setting that apply to this session. */
async function findReset(client: PoolClient, name: string): Promise<string> {
  const { rows } = await client.query<{ statement: string }>(
    `select format(case when s.setrole = 0 then 'alter database %2$I reset %3$I;'
       when s.setdatabase = 0 then 'alter role %1$I reset %3$I;'
       else 'alter role %1$I in database %2$I reset %3$I;' end, session_user, current_database(), $1::text) as statement
     from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole left join pg_database d on d.oid = s.setdatabase
     where (s.setrole = 0 or r.rolname = session_user) and (s.setdatabase = 0 or d.datname = current_database())
       and exists (select from unnest(s.setconfig) as setting where starts_with(setting, $1 || '='))`,
    [name],
  );
  return rows.map(({ statement }) => statement).join(" ") || `alter system reset ${name}; select pg_reload_conf();`;
}

/**
 * Opens all connections of a gateway at once, and throws unless each is free and has SESSION_SETTINGS. A session
 * of a pooler may be older than the stored settings. Without `isPooled`, also throws if connections share sessions.
 */
export async function requireSessions(pool: Pool, pipelines: readonly Pipeline[], isPooled: boolean): Promise<void> {
  const { max } = pool.options;
  const opening = await Promise.allSettled(Array.from({ length: max }, () => pool.connect()));
  const clients = opening.flatMap((opened) => (opened.status === "fulfilled" ? [opened.value] : []));
  const fail = async (error: unknown) => {
    throw await explainMissing(error, clients[0], max + pipelines.length);
  };
  try {
    for (const opened of opening) if (opened.status === "rejected") await fail(opened.reason);
    if (!isPooled && (await countSessions(clients).catch(fail)) < max)
      throw new Error(
        "DATABASE_URL is the address of a pooler in transaction mode: set DATABASE_POOLER=transaction, or use its session mode.",
      );
    const values = [...WANTED, isPooled ? OVERLAP_SECONDS : 0];
    const statement = { name: "check_session", text: DIFFERENT, values, query_timeout: ANSWER_MS };
    const checks = [
      ...pipelines.map((pipeline) => pipeline.query<Session>(statement)),
      ...clients.map((client) => client.query<Session>(DIFFERENT, values)),
    ];
    const results = await Promise.all(checks).catch(async (error) => {
      await Promise.allSettled(checks);
      return fail(error);
    });
    const different = new Set(results.flatMap(({ rows }) => rows.flatMap((row) => row.different)));
    if (different.size > 0)
      throw new Error(
        `Sessions in DATABASE_URL do not have the stored settings of their role: ${[...different].join(", ")}. ` +
          "A pooler must close its older sessions (PgBouncer: RECONNECT); DATABASE_URL and PGOPTIONS must not set these settings.",
      );
  } finally {
    for (const client of clients) client.release();
  }
}

/** Counts different sessions. A pooler in transaction mode uses its last session for each connection. */
async function countSessions(clients: readonly PoolClient[]): Promise<number> {
  const pids = new Set<number | undefined>();
  for (const client of clients) {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    pids.add(rows[0]?.pid);
  }
  return pids.size;
}

/** Returns the error to throw if not all connections could be opened, with the limits of the database. */
async function explainMissing(error: unknown, client: PoolClient | undefined, needed: number): Promise<Error> {
  const { message } = explainConnectionError(error);
  const limits = await client?.query<{ statement: string }>(
    `select format('alter role %I connection limit %s;', rolname, $1::integer) as statement from pg_roles
     where rolname = session_user and rolconnlimit between 0 and $1 - 1
     union all
     select format('alter database %I connection limit %s;', datname, $1::integer) from pg_database
     where datname = current_database() and datconnlimit between 0 and $1 - 1`,
    [needed],
  );
  const remedy = limits?.rows[0]?.statement ?? "raise max_connections or the size of the pool";
  return new Error(`${message} Each gateway needs ${needed} connections. Remedy: ${remedy}`);
}
