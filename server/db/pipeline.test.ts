import { afterAll, beforeAll, expect, it } from "vitest";
import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { openFolder } from "#test/open-folder.ts";
import type { Database } from "./open.ts";

const ACTOR = { type: "system", id: "test", name: "test" } as const;

describeUnless([withoutPostgres], "the connection that appends events to PostgreSQL", () => {
  let created: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    created = await createDatabase();
    database = await openFolder("", created.url);
  });
  afterAll(async () => {
    await database?.close();
    await created?.drop();
  });

  it("never uses sequential scans, even if statements were planned while all tables were empty", async () => {
    await database.pool.query("analyze");
    // Each table already has sequential scans, from creating its indexes in the migration.
    const before = await countScans();
    const log = createAuditLog(database, () => new Date());
    const subject = { release: "service-r13-c", task_id: "sha256:task", input_id: "sha256:input" };
    const request_id = "0198c9a0-0000-7000-8000-000000000001";
    for (let count = 1; count <= 20; count++) {
      await log.append(ACTOR, { kind: "member.disabled", member_id: "test" });
      await log.open(ACTOR, { kind: "prediction.opened", request_id, ...subject });
    }
    await database.pipeline.query({ name: "flush", text: "select pg_stat_force_next_flush()", query_timeout: 60_000 });
    expect(await countScans()).toEqual(before);
  });

  /** Returns the number of sequential scans of each table. */
  async function countScans(): Promise<unknown[]> {
    await database.pool.query("select pg_stat_force_next_flush()");
    const { rows } = await database.pool.query(
      `select relname as name, seq_scan::int as whole from pg_stat_user_tables
       where relname in ('approvals', 'bindings', 'events') order by name`,
    );
    return rows;
  }
});
