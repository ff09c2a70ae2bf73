import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { beforeAll, expect, it } from "vitest";
import { signInAs } from "#test/console-session.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { makeLogKey } from "#test/log-key.ts";
import { makeEvents } from "#test/make-events.ts";
import { type PgBouncer, startPgBouncer, withoutPgBouncer } from "#test/pgbouncer.ts";
import { makeFolder } from "#test/run-process.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const body = JSON.stringify(readExample("binary"));
const TIMEOUTS = { statement_timeout: "10s", lock_timeout: "2500ms", idle_in_transaction_session_timeout: "5s" };

/**
 * Sends a request and returns the status. Retries after 503, because database timeouts may expire on a slow machine.
 */
function predict(gateway: TestGateway, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() };
  return until("the gateway responds with a status other than 503", async () => {
    const { status } = await gateway.post(body, headers);
    return status === 503 ? undefined : status;
  });
}

describeUnless([withoutPostgres, withoutPgBouncer], "behind PgBouncer in transaction mode", () => {
  let database: TestDatabase;
  let bouncer: PgBouncer;
  const keyFile = makeLogKey();
  const start = () =>
    startGateway({
      DATA_DIR: makeFolder(),
      DATABASE_URL: bouncer.url,
      DATABASE_POOLER: "transaction",
      LOG_KEY_FILE: keyFile,
    });

  beforeAll(async () => {
    database = await createDatabase();
    bouncer = await startPgBouncer(database.url);
  });

  it("a gateway refuses to start if the database has no statement, lock and idle timeouts", async () => {
    const names = "statement_timeout, lock_timeout, idle_in_transaction_session_timeout".split(", ");
    const failed = await start().catch(String);
    for (const name of names) expect(failed).toContain(name);
  });

  it("two gateways start at the same time, share fewer sessions than connections, and write one audit log", async () => {
    const direct = new Client({ connectionString: database.url });
    await direct.connect();
    const name = new URL(database.url).pathname.slice(1);
    for (const [setting, value] of Object.entries(TIMEOUTS)) {
      await direct.query(`alter database ${name} set ${setting} = '${value}'`);
    }
    // The new timeouts apply only to new sessions, so PgBouncer must reconnect.
    await bouncer.reconnect();
    const gateways = await Promise.all([start(), start()]);
    const [seeded] = gateways.filter(({ isFirstRun }) => isFirstRun);
    if (seeded === undefined) throw new Error("no gateway did the first run");
    await makeEvents(seeded);
    const writers = Array.from({ length: 16 }, async (_, index) => {
      const gateway = gateways[index % 2] ?? seeded;
      for (let count = 0; count < 10; count++) expect(await predict(gateway, seeded.key)).toBe(200);
    });
    await Promise.all(writers);
    const admin = await signInAs(seeded, "admin");
    expect(await admin.call.audit.verify()).toMatchObject({ ok: true, errors: [] });
    const { rows } = await direct.query(
      "select count(*)::int as sessions from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [name],
    );
    expect(rows[0].sessions).toBeLessThanOrEqual(4);
    await direct.end();
  });
});
