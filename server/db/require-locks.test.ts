import { Pool } from "pg";
import { beforeAll, expect, it } from "vitest";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { requireLocks } from "./require-locks.ts";

describeUnless([withoutPostgres], "the check of the locks at a start", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });

  it("accepts PostgreSQL, also if several processes start at the same time", async () => {
    const pool = new Pool({ connectionString: database.url });
    await Promise.all([requireLocks(pool), requireLocks(pool), requireLocks(pool)]);
    await pool.end();
  });

  it("refuses a database whose locks lock nothing", async () => {
    const pool = new Pool({ connectionString: database.url, options: "-c search_path=silent,pg_catalog" });
    // Hides the built-in functions, as a database does that only accepts their names.
    await pool.query(`
      create schema silent;
      create function silent.pg_advisory_xact_lock(bigint) returns void language sql as 'select';
      create function silent.pg_try_advisory_xact_lock(bigint) returns boolean language sql as 'select true'`);
    await expect(requireLocks(pool)).rejects.toThrow("do not block other transactions");
    // Its connections are usable afterwards.
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});
