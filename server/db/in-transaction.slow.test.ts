import { once } from "node:events";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { type AuditLog, createAuditLog } from "#server/audit/log/audit-log.ts";
import { readEvents } from "#server/audit/log/read-events.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeStores } from "#test/describe-stores.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { until } from "#test/until.ts";
import { inTransaction } from "./in-transaction.ts";
import type { Database, Drizzle } from "./open.ts";

const ACTOR = { type: "system", id: "test" } as const;

let database: Database;
let events: AuditLog;
/** Sequence number of the last audit event before the test. */
let before: number;

async function record(transaction: Drizzle, member: string): Promise<void> {
  await events.appendIn(transaction, ACTOR, { kind: "member.renamed", member_id: member, name: "'); \u0000 \\'" });
}

const insert = (id: string) =>
  sql`insert into tasks (task_id, canonical, question, options_text, options, resolves_at) values (${id}, '', '', '', '{}', now())`;

async function recorded(): Promise<unknown[]> {
  const text = "select body from events where seq > $1 order by seq";
  const { rows } = await database.pool.query<{ body: Buffer }>(text, [before]);
  return rows.map(({ body }) => JSON.parse(body.toString()).member_id);
}

async function heldLocks(transaction: Drizzle): Promise<number> {
  const { rows } = await transaction.execute<{ held: number }>(
    sql`select count(*)::int as held from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
  );
  return rows[0]?.held ?? -1;
}

describeStores("a transaction", (settings) => {
  beforeAll(async () => {
    const folder = makeFolder();
    const { DATABASE_URL } = await settings();
    if (DATABASE_URL === undefined) await copyEmptyDatabase(folder);
    database = await openFolder(folder, DATABASE_URL);
    events = createAuditLog(database, () => new Date());
  });
  beforeEach(async () => {
    const { rows } = await database.pool.query("select coalesce(max(seq), 0)::int as seq from events");
    before = rows[0].seq;
  });

  it("records its audit events in order with the commit, and holds no lock before", async () => {
    await inTransaction(database, async (transaction) => {
      await transaction.execute(insert("one"));
      await record(transaction, "first");
      await record(transaction, "second");
      expect(await heldLocks(transaction)).toBe(0);
    });
    expect(await recorded()).toEqual(["first", "second"]);
    const { events: read } = await readEvents(database, { limit: 1 });
    expect(read[0]?.event).toMatchObject({ actor: ACTOR, name: "'); \u0000 \\'" });
  });

  it("records no audit events if it fails", async () => {
    const failing = inTransaction(database, async (transaction) => {
      await record(transaction, "never");
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await recorded()).toEqual([]);
  });

  it("is rolled back if its audit event cannot be recorded", async () => {
    await database.pool.query("alter function append_events(text) rename to gone");
    const failing = inTransaction(database, async (transaction) => {
      await transaction.execute(insert("undone"));
      await record(transaction, "never");
    });
    await expect(failing).rejects.toThrow("append_events");
    await database.pool.query("alter function gone(text) rename to append_events");
    expect((await database.pool.query("select from tasks where task_id = 'undone'")).rows).toEqual([]);
    await inTransaction(database, (transaction) => record(transaction, "next"));
    expect(await recorded()).toEqual(["next"]);
  });

  it("rejects if the database rolled it back, even if the code in it caught the error", async () => {
    const failing = inTransaction(database, async (transaction) => {
      await transaction.execute(insert("undone"));
      await transaction.execute(sql`select 1 / 0`).catch(() => {});
    });
    await expect(failing).rejects.toThrow("rolled back");
  });

  it("rejects if its connection breaks between two statements, and the process goes on", async () => {
    const failing = inTransaction(database, async (transaction) => {
      await transaction.execute(insert("undone"));
      const { stream } = Reflect.get(Object(transaction), "$client").connection;
      const closed = once(stream, "close");
      stream.destroy();
      await closed;
      await transaction.execute(insert("undone"));
    });
    await expect(failing).rejects.toThrow();
    expect((await database.pool.query("select from tasks where task_id = 'undone'")).rows).toEqual([]);
  });

  it("is required by appendIn(): other database handles are refused", async () => {
    await expect(record(database.orm, "nowhere")).rejects.toThrow("requires a transaction");
  });
});

describeUnless([withoutPostgres], "a transaction of PostgreSQL", () => {
  it("begins on another connection if the first one was lost while it was idle, without an error in the log", async () => {
    database = await openFolder("", (await createDatabase()).url);
    const { pool } = database;
    // The pool does not know that it has lost the connection.
    const lose = async (message: string) => {
      const client = await pool.connect();
      client.release();
      client.query = () => Promise.reject(new Error(message));
    };
    const select = () => inTransaction(database, (transaction) => transaction.execute("select 1"));
    await lose("Connection terminated unexpectedly");
    await select();
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await until("all other connections are closed", () => pool.totalCount === 1);
    await select();
    await lose("Query read timeout");
    await expect(select()).rejects.toThrow("Query read timeout");
  });

  it("is read committed, even if the default of its session changes", async () => {
    database = await openFolder("", (await createDatabase()).url);
    await database.pool.query("set default_transaction_isolation = 'serializable'");
    const { rows } = await inTransaction(database, (transaction) => transaction.execute("show transaction_isolation"));
    expect(rows).toEqual([{ transaction_isolation: "read committed" }]);
  });

  it.each([
    ["statement_timeout", "10s"],
    ["lock_timeout", "7s"],
    ["idle_in_transaction_session_timeout", "5s"],
    ["tcp_keepalives_idle", "10"],
    ["tcp_keepalives_interval", "5"],
    ["tcp_keepalives_count", "3"],
  ])("has %s at %s", async (setting, value) => {
    database = await openFolder("", (await createDatabase()).url);
    const { rows } = await database.pool.query(`show ${setting}`);
    expect(Object(rows[0])[setting]).toBe(value);
  });
});
