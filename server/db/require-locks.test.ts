import { Pool } from "pg";
import { expect, it } from "vitest";
import { cleanUp } from "#test/clean-up.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { requireLocks } from "./open.ts";

describeUnless([withoutPostgres], "the check of the locks at a start", () => {
  async function openPool(options?: string): Promise<Pool> {
    const pool = new Pool({ connectionString: (await createDatabase()).url, options });
    cleanUp(() => pool.end());
    return pool;
  }

  it("accepts PostgreSQL, also if several processes start at the same time", async () => {
    const pool = await openPool();
    await Promise.all([requireLocks(pool), requireLocks(pool), requireLocks(pool)]);
  });

  it("refuses a database whose locks lock nothing", async () => {
    const pool = await openPool("-c search_path=silent,pg_catalog");
    // Hides the built-in functions, as a database does that only accepts their names.
    await pool.query(`
      create schema silent;
      create function silent.pg_advisory_xact_lock(bigint) returns void language sql as 'select';
      create function silent.pg_try_advisory_xact_lock(bigint) returns boolean language sql as 'select true'`);
    await expect(requireLocks(pool)).rejects.toThrow("do not block other transactions");
    // Its connections are usable afterwards.
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});
