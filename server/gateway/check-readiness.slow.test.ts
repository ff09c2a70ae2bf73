import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createRecordingCheck } from "#server/audit/log/recording-check.ts";
import { LOCKS } from "#server/db/locks.ts";
import { cleanUp } from "#test/clean-up.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { type FreezableProxy, startProxy } from "#test/freezable-proxy.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { openGateway, readExample, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { checkReadiness, type Readiness } from "./check-readiness.ts";

const example = JSON.stringify(readExample("binary"));

async function start(environment: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await openGateway(environment);
  // The test may have removed the data folder.
  cleanUp(() => gateway.stop().catch(() => {}));
  return gateway;
}

/** Waits until readiness reports this database state, because results are cached for up to one second. */
function untilDatabaseIs({ gateway }: TestGateway, state: Readiness["database"]): Promise<Readiness> {
  return until(`the database is ${state}`, async () => {
    const readiness = await checkReadiness(gateway);
    return readiness.database === state ? readiness : undefined;
  });
}

describe("the readiness with the embedded database", () => {
  it("takes one test write for any number of concurrent checks, and records no audit event", async () => {
    const { gateway } = await start();
    const count = async () => (await gateway.database.pool.query("select count(*)::int as count from events")).rows;
    const before = await count();
    const { checkPipeline } = gateway.database;
    const statements: string[] = [];
    const check = createRecordingCheck({
      blockedReason: () => undefined,
      checkPipeline: {
        ...checkPipeline,
        query(statement) {
          statements.push(statement.text);
          return checkPipeline.query(statement);
        },
      },
    });
    expect(new Set(await Promise.all(Array.from({ length: 200 }, check)))).toEqual(new Set(["ready"]));
    expect(statements).toEqual(["select check_recording()"]);
    const { rows } = await gateway.database.pool.query("select count(*)::int as count from recording_checks");
    expect(rows).toEqual([{ count: 1 }]);
    expect(await checkReadiness(gateway)).toMatchObject({ ready: true, database: "ready" });
    expect(await count()).toEqual(before);
  });

  it("is lost with the data folder, and predictions are refused", async () => {
    const running = await start();
    expect((await running.post(example)).status).toBe(200);
    rmSync(running.dataDir, { recursive: true });
    expect(await untilDatabaseIs(running, "folder_missing")).toMatchObject({ ready: false });
    expect((await running.post(example)).body).toMatchObject({ error: { code: "AUDIT_UNAVAILABLE" } });
  });

  it.skipIf(!mayMount())(
    "is lost while the disk is nearly full (skipped where a tmpfs cannot be mounted)",
    async () => {
      const folder = mountDisk("400m");
      await copySeededFolder(folder);
      const running = await start({ DATA_DIR: folder });
      expect(await checkReadiness(running.gateway)).toMatchObject({ ready: true });
      const { bavail, bsize } = statfsSync(folder);
      execFileSync("fallocate", ["-l", String(bavail * bsize - 100 * 1024 * 1024), join(folder, "ballast")]);
      expect(await untilDatabaseIs(running, "disk_nearly_full")).toMatchObject({ ready: false });
      rmSync(join(folder, "ballast"));
      expect(await untilDatabaseIs(running, "ready")).toMatchObject({ ready: true });
    },
  );
});

describeUnless([withoutPostgres], "the readiness with PostgreSQL", () => {
  let database: TestDatabase;
  let proxy: FreezableProxy;
  let running: TestGateway;

  // Each test ends when the database of this gateway is ready again.
  beforeAll(async () => {
    database = await createDatabase();
    proxy = await startProxy(database.url);
    running = await start({ DATABASE_URL: proxy.url });
  });

  async function connect(): Promise<Client> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    cleanUp(() => client.end());
    return client;
  }

  it("is lost while another session holds the audit log's lock", async () => {
    const holder = await connect();
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock($1)", [LOCKS.auditLog]);
    expect(await untilDatabaseIs(running, "locked")).toMatchObject({ ready: false });
    await holder.query("rollback");
    expect(await untilDatabaseIs(running, "ready")).toMatchObject({ ready: true });
  });

  it("is lost when packets are dropped, and readiness checks are still answered", async () => {
    proxy.freeze();
    // The first check destroys the connection; the next ones wait for a new one until they time out.
    for (let count = 0; count < 2; count++) expect((await notReady(running)).ready).toBe(false);
    proxy.thaw();
    expect(await untilDatabaseIs(running, "ready")).toMatchObject({ ready: true });
  });

  it("is lost while the network stalls, but events in flight survive the failed check", async () => {
    const { database: opened, events } = running.gateway;
    const check = createRecordingCheck(opened);
    expect(await check()).toBe("ready");
    expect((await running.post(example)).status).toBe(200);
    proxy.freeze();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    // Creates another recording check, because the gateway's check caches its result for a second.
    const stalled = createRecordingCheck(opened)();
    const appended = events.append({ type: "system", id: "test" }, { kind: "member.disabled", member_id: "test" });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await stalled).toBe("not_answering");
    proxy.thaw();
    await expect(appended).resolves.toBeUndefined();
    vi.useRealTimers();
    expect(await untilDatabaseIs(running, "ready")).toMatchObject({ ready: true });
  });

  async function notReady({ gateway }: TestGateway): Promise<Readiness> {
    return until("it is not ready", async () => {
      const readiness = await checkReadiness(gateway);
      return readiness.ready ? undefined : readiness;
    });
  }

  it("is lost while the database is read-only", async () => {
    const operator = await connect();
    const name = new URL(database.url).pathname.slice(1);
    // Existing sessions could still write, so they are terminated, as in a failover.
    const set = async (change: string) => {
      await operator.query(`alter database ${name} ${change}`);
      await operator.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    };
    await set("set default_transaction_read_only = on");
    expect(await untilDatabaseIs(running, "read_only")).toMatchObject({ ready: false });
    await set("reset default_transaction_read_only");
    expect(await untilDatabaseIs(running, "ready")).toMatchObject({ ready: true });
  });
});

function mountDisk(size: string): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
  cleanUp(() => {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

function mayMount(): boolean {
  if (process.platform !== "linux") return false;
  try {
    mountDisk("1m");
    return true;
  } catch {
    return false;
  }
}
