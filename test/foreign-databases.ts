import { existsSync } from "node:fs";
import { TEST_DATABASE_URL } from "./create-database.ts";
import type { ForeignDatabase, ForeignOptions, Statements } from "./foreign-database.ts";
import type { PgBouncerOptions } from "./pgbouncer.ts";
import { until } from "./until.ts";

export interface Configuration extends ForeignOptions {
  /** Tests that contain it: 0 `npm test`, 1 `npm run test:all`, 2 (default) `npm run test:full`. */
  readonly tier?: 0 | 1;
  /** Names what must be configured otherwise, and how. Without it, the gateway must work. */
  readonly refusal?: RegExp;
  /** The role that created the schema before, and statements that the superuser has executed since. */
  readonly createdBy?: "role" | "other";
  readonly since?: Statements;
  /** Statements that do what a refusal demands, if the refusal contains no statement (the group `remedy`). */
  readonly remedy?: Statements;
  readonly address?: (url: URL) => string;
  readonly bouncer?: PgBouncerOptions;
  /** Called while the gateways are idle. */
  readonly pause?: (database: ForeignDatabase) => Promise<unknown>;
  /** The reason to skip the configuration. */
  readonly skipped?: string | undefined;
}

/** After this time, all sessions have been ended. */
const LONGEST_IDLE_MS = 30_000;
const SOCKETS = "/var/run/postgresql";
const { port } = new URL(TEST_DATABASE_URL ?? "postgres://127.0.0.1");
const withoutSocket = existsSync(`${SOCKETS}/.s.PGSQL.${port || 5432}`) ? undefined : "PostgreSQL has no local socket";

export const STRICT = { default_transaction_isolation: "serializable" };
export const ODD_FORMATS = {
  DateStyle: "SQL, DMY",
  IntervalStyle: "iso_8601",
  TimeZone: "Asia/Kolkata",
  bytea_output: "escape",
  extra_float_digits: "-15",
  standard_conforming_strings: "off",
  array_nulls: "off",
  transform_null_equals: "on",
  xmlbinary: "hex",
  quote_all_identifiers: "on",
};
const SESSION_POOL = { mode: "session", sessions: 40 } as const;
const icu = (locale: string) =>
  `template template0 encoding utf8 locale_provider icu icu_locale '${locale}' lc_collate 'C' lc_ctype 'C'`;
const encoding = (name: string) => `template template0 encoding '${name}' lc_collate 'C' lc_ctype 'C'`;

/** An SQL identifier. */
const NAME = String.raw`(?:"(?:[^"]|"")+"|[\w$]+)`;
/** Matches a sentence that contains this statement. */
const withStatement = (statement: string) => new RegExp(`(?<remedy>${statement.replaceAll("NAME", NAME)})`, "i");

const ALLOWED: Statements = ({ database, role }) => [
  `revoke all on database ${database} from public`,
  `grant connect, create on database ${database} to ${role}`,
  `grant usage, create on schema public to ${role}`,
];

/** Databases, roles, addresses and poolers as owners, templates and managed services configure them. */
export const CONFIGURATIONS: Readonly<Record<string, Configuration>> = {
  "without settings": {},

  // Isolation
  "strict isolation for the database": { tier: 1, set: STRICT },
  "repeatable read for the role": { setForRole: { default_transaction_isolation: "repeatable read" } },
  "strict, deferrable transactions for the role": { setForRole: { ...STRICT, default_transaction_deferrable: "on" } },

  // Formats
  "dates such as 31/12/2026 and Indian time": {
    set: { DateStyle: "SQL, DMY", IntervalStyle: "iso_8601", TimeZone: "Asia/Kolkata" },
  },
  "German dates and Newfoundland time": {
    set: { DateStyle: "German", IntervalStyle: "sql_standard", TimeZone: "America/St_Johns" },
  },
  "dates of PostgreSQL for the role": { setForRole: { DateStyle: "Postgres, MDY" } },
  "bytes as text and numbers with one digit": { set: { bytea_output: "escape", extra_float_digits: "-15" } },
  "rounded numbers and backslashes in strings": {
    set: { extra_float_digits: "0", standard_conforming_strings: "off" },
  },
  "other meanings of NULL": { set: { array_nulls: "off", transform_null_equals: "on" } },
  "Latin-1 for clients": { set: { client_encoding: "LATIN1" } },
  "all odd formats and strict isolation": { tier: 0, set: ODD_FORMATS, setForRole: { ...STRICT, ...ODD_FORMATS } },

  // Collations
  "Turkish collation": { options: icu("tr-TR") },
  "Danish collation": { options: icu("da-DK") },
  "the collation C": { options: encoding("UTF8") },

  // Timeouts and plans
  "short timeouts": {
    tier: 1,
    set: { statement_timeout: "250ms", lock_timeout: "1ms", idle_in_transaction_session_timeout: "1ms" },
  },
  "a timeout of idle sessions": { set: { idle_session_timeout: "2s" }, pause: surviveIdleness },
  "odd planner settings": {
    set: {
      enable_seqscan: "off",
      enable_indexscan: "off",
      enable_bitmapscan: "off",
      enable_hashjoin: "off",
      plan_cache_mode: "force_custom_plan",
      work_mem: "64kB",
    },
  },

  // Schemas
  "a schema of its own in the search path": {
    sql: ({ role }) => [`create schema own authorization ${role}`, `alter role ${role} set search_path = own`],
  },
  "an empty search path": { sql: ({ role }) => [`alter role ${role} set search_path = ''`] },
  "a schema with the name of the role": { tier: 1, sql: ({ role }) => [`create schema authorization ${role}`] },
  "a schema public of another role": {
    sql: ({ role, other }) => [
      `alter schema public owner to ${other}`,
      `grant usage, create on schema public to ${role}`,
    ],
  },

  // Rights
  "a role with no more than the required rights": { tier: 1, owner: "other", sql: ALLOWED },
  "a role without the right to create tables": {
    tier: 0,
    owner: "other",
    sql: ({ database, role }) => [`grant create on database ${database} to ${role}`],
    refusal: withStatement("grant create on schema public to NAME"),
  },
  "a role without the right to create schemas": {
    prefix: "we ird-Näme ",
    owner: "other",
    sql: ({ role }) => [`grant create on schema public to ${role}`],
    refusal: withStatement("grant create on database NAME to NAME"),
  },
  "tables of another role": {
    tier: 1,
    createdBy: "other",
    owner: "other",
    since: ALLOWED,
    refusal: withStatement(
      "reassign owned by NAME to NAME|grant (?:NAME|[a-z, ]+ on all tables in schema public) to NAME",
    ),
  },
  "a login role that becomes another role": {
    owner: "other",
    sql: ({ role, other }) => [`grant ${other} to ${role}`, `alter role ${role} set role = ${other}`],
    refusal: withStatement("alter role NAME reset role"),
    remedy: ({ role }) => [`alter role ${role} reset role`],
  },
  "disabled triggers": {
    setForRole: { session_replication_role: "replica" },
    refusal: withStatement(
      "alter role NAME (?:reset session_replication_role|set session_replication_role (?:=|to) '?origin'?)",
    ),
  },
  "a connection limit of the role": {
    sql: ({ role }) => [`alter role ${role} connection limit 4`],
    refusal: /connection limit.*\b12\b|\b12\b.*connection limit/i,
    remedy: ({ role }) => [`alter role ${role} connection limit 12`],
  },
  "a connection limit of the database": {
    sql: ({ database }) => [`alter database ${database} connection limit 4`],
    refusal: /connection limit.*\b12\b|\b12\b.*connection limit/i,
    remedy: ({ database }) => [`alter database ${database} connection limit 12`],
  },

  // Databases that cannot be used
  "the encoding Latin-1": { options: encoding("LATIN1"), refusal: /LATIN1.*UTF-?8|UTF-?8.*LATIN1/i },
  "the encoding SQL_ASCII": { options: encoding("SQL_ASCII"), refusal: /SQL_ASCII.*UTF-?8|UTF-?8.*SQL_ASCII/i },
  "read-only transactions": {
    set: { default_transaction_read_only: "on" },
    refusal: withStatement(
      "alter database NAME (?:reset default_transaction_read_only|set default_transaction_read_only (?:=|to) '?off'?)",
    ),
  },
  "a renamed column": {
    tier: 1,
    createdBy: "role",
    since: () => ["alter table question_notes rename column text to words"],
    refusal: /question_notes\.text/,
    remedy: () => ["alter table question_notes rename column words to text"],
  },
  "a dropped column": {
    createdBy: "role",
    since: () => ["alter table webhooks drop column shown_url"],
    refusal: /webhooks\.shown_url/,
  },
  "another type of a column": {
    createdBy: "role",
    since: () => ["alter table forecast_scores alter column brier type real"],
    refusal: /forecast_scores\.brier/,
    remedy: () => ["alter table forecast_scores alter column brier type double precision"],
  },
  "a column that may be null": {
    createdBy: "role",
    since: () => ["alter table submissions alter column findings drop not null"],
    refusal: /submissions\.findings/,
    remedy: () => ["alter table submissions alter column findings set not null"],
  },
  "the schema of another version": {
    createdBy: "role",
    since: () => ["update schema_migrations set digest = 'another'"],
    refusal: /schema of another build of version.*empty database/,
  },

  // Addresses
  "a socket as a parameter of the address": {
    tier: 1,
    skipped: withoutSocket,
    address: ({ pathname, username }) => `postgresql://${pathname}?host=${SOCKETS}&user=${username}`,
  },
  "a socket as the host of the address": {
    skipped: withoutSocket,
    address: ({ pathname, username }) => `postgresql://${username}@${encodeURIComponent(SOCKETS)}${pathname}`,
  },
  "names with special characters": { tier: 1, prefix: "we ird-Näme\"%@:/'" },
  "settings in the address": {
    address: ({ href }) =>
      `${href}?options=${encodeURIComponent("-c default_transaction_isolation=serializable -c DateStyle=German")}`,
    refusal: /options|default_transaction_isolation/,
  },

  // Poolers
  "PgBouncer in session mode": { tier: 1, bouncer: SESSION_POOL },
  "PgBouncer in session mode that ignores parameters": {
    set: { ...STRICT, ...ODD_FORMATS },
    bouncer: {
      ...SESSION_POOL,
      settings:
        "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options,extra_float_digits",
    },
  },
  "PgBouncer in transaction mode": { bouncer: {} },
  "PgBouncer in transaction mode, strict isolation and odd formats": {
    tier: 1,
    set: { ...STRICT, ...ODD_FORMATS },
    bouncer: {},
  },
  "stale sessions of PgBouncer": { bouncer: {}, refusal: /\bRECONNECT\b/ },
};

/** Waits until a session of the gateways has survived the timeout of idle sessions. */
function surviveIdleness({ run }: ForeignDatabase): Promise<unknown> {
  const survivors =
    "select from pg_stat_activity where datname = current_database() and state = 'idle' and now() - state_change > '3s'";
  return until("a session is idle for 3 seconds", async () => (await run([survivors])) > 0, LONGEST_IDLE_MS);
}
