import { Client } from "pg";
import { expect, it } from "vitest";
import { TEST_DATABASE_URL, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { SESSION_SETTINGS } from "./prepare-sessions.ts";

/** Categories of `pg_settings`, or their beginnings, without a setting that changes a result. */
const HARMLESS_CATEGORIES: Readonly<Record<string, string>> = {
  "Client Connection Defaults / Shared Library Preloading": "Libraries are code that the owner of the server trusts.",
  "Connections and Authentication": "Connections end sooner or later, and passwords are stored in another way.",
  "Developer Options": "Only developers of PostgreSQL and repairs of damaged files use them.",
  "File Locations": "The gateway uses no extension.",
  "Lock Management": "The time until a deadlock is found changes, not whether it is found.",
  "Query Tuning": "Plans change the duration of a statement, not its result.",
  "Replication / Sending Servers": "The gateway replicates nothing.",
  "Reporting and Logging": "The log of the server changes.",
  "Resource Usage": "Memory and I/O change the duration of a statement, or let it fail.",
  Statistics: "The gateway reads no statistics.",
  Vacuuming: "VACUUM changes no result.",
  "Write-Ahead Log": "The gateway reports the durability (synchronous_commit) at /health/ready.",
};

/** Settings in other categories that change no result, and the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  backslash_quote: "applies to escape strings, and no statement contains a quote in one",
  check_function_bodies: "a function with an error fails when it is called",
  client_min_messages: "notices are ignored",
  createrole_self_grant: "the gateway creates no role",
  default_tablespace: "the place of files",
  default_text_search_config: "every statement names its configuration",
  default_toast_compression: "the size of files",
  dynamic_library_path: "the gateway loads no library",
  escape_string_warning: "warnings are ignored",
  event_triggers: "the gateway has no event trigger",
  extension_control_path: "the gateway creates no extension",
  gin_pending_list_limit: "the duration of an insertion",
  icu_validation_level: "the gateway creates no collation",
  lc_messages: "errors are recognised by their codes",
  lc_monetary: "no column has the type money",
  lc_numeric: "no statement formats numbers",
  lc_time: "no statement formats names of months or days",
  lo_compat_privileges: "there are no large objects",
  restrict_nonsystem_relation_kind: "there are no views and no foreign tables",
  row_security: "no table has a policy",
  synchronize_seqscans: "statements without an order accept every order",
  temp_tablespaces: "the place of files",
  timezone_abbreviations: "times are sent with Z or an offset",
  transaction_deferrable: "its default for new transactions is another setting",
  transaction_isolation: "its default for new transactions is another setting",
  transaction_read_only: "its default for new transactions is another setting",
  xmlbinary: "no statement uses XML",
  xmloption: "no statement uses XML",
};
/** Settings with which the gateway refuses to start, because it cannot or should not change them. */
const REFUSED = ["default_transaction_read_only", "session_replication_role"];
const isHarmless = (name: string) => name in HARMLESS || /^(vacuum|autovacuum)_/.test(name);

describeUnless([withoutPostgres], "the settings of a session", () => {
  it("that could change a result and that a role or a database may set, are set by the gateway", async () => {
    const client = new Client({ connectionString: TEST_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select lower(name) as name from pg_settings
       where context in ('user', 'superuser') and category <> 'Customized Options'
         and not exists (select from unnest($1::text[]) as harmless where starts_with(category, harmless)) order by 1`,
      [Object.keys(HARMLESS_CATEGORIES)],
    );
    await client.end();
    const set = Object.keys(SESSION_SETTINGS).map((name) => name.toLowerCase());
    const changing = rows.map(({ name }) => name).filter((name) => !isHarmless(name));
    expect(changing.filter((name) => !set.includes(name))).toEqual(REFUSED);
    expect([...set, ...REFUSED].filter(isHarmless)).toEqual([]);
  });
});
