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
