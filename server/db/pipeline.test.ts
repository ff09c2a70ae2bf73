import type { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { createAuditLog } from "#server/audit/log/audit-log.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { openFolder } from "#test/open-folder.ts";
import type { Database } from "./open.ts";
import { createPipeline } from "./pipeline.ts";

const ACTOR = { type: "system", id: "test" } as const;

describeUnless([withoutPostgres], "the connection that appends events to PostgreSQL", () => {
  let database: Database;

  beforeAll(async () => {
    database = await openFolder("", (await createDatabase()).url);
  });

  it("never uses sequential scans, even if statements were planned while all tables were empty", async () => {
    await database.pool.query("analyze");
    // Each table already has sequential scans, from creating its indexes.
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

it("a connection whose setup fails is closed, and the next statement opens another one", async () => {
  const failures = [new Error("lost")];
  let closed = 0;
  const client = {
    connect: async () => {},
    on: () => client,
    end: async () => void closed++,
    query: async () => (failures.length === 0 ? { rows: [] } : Promise.reject(failures.pop())),
  };
  const connect = () => client as unknown as Client;
  const pipeline = createPipeline(connect, { setup: "set enable_seqscan = off" });
  const statement = { name: "one", text: "select 1", query_timeout: 60_000 };
  await expect(pipeline.query(statement)).rejects.toThrow("lost");
  expect(closed).toBe(1);
  expect(await pipeline.query(statement)).toEqual({ rows: [] });
});

describe("a statement that had no effect", () => {
  const STATEMENT = { name: "append", text: "select 1", query_timeout: 60_000 };

  /** A connection whose first statements fail with these SQLSTATEs. Returns the number of statements that it got. */
  function failing(...codes: readonly string[]) {
    let sent = 0;
    const client = {
      connect: async () => {},
      on: () => client,
      end: async () => {},
      query: async () => {
        const code = codes[sent++];
        if (code !== undefined) throw Object.assign(new Error(code), { code });
        return { rows: [] };
      },
    };
    return { pipeline: createPipeline(() => client as unknown as Client), sent: () => sent };
  }

  it.each(["40001", "40P01", "57P05"])("with SQLSTATE %s is sent again, at most three times", async (code) => {
    const { pipeline, sent } = failing(code, code, code);
    expect(await pipeline.query(STATEMENT)).toEqual({ rows: [] });
    expect(sent()).toBe(4);
    const hopeless = failing(code, code, code, code);
    await expect(hopeless.pipeline.query(STATEMENT)).rejects.toThrow(code);
    expect(hopeless.sent()).toBe(4);
  });

  it.each(["23505", "57014", "08006"])(
    "is not confused with SQLSTATE %s, after which it may have been executed",
    async (code) => {
      const { pipeline, sent } = failing(code);
      await expect(pipeline.query(STATEMENT)).rejects.toThrow(code);
      expect(sent()).toBe(1);
    },
  );
});
