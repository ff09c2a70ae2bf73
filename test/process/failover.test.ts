import { beforeAll, expect, it } from "vitest";
import { signInAs } from "#test/console-session.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { eventsOf } from "#test/expect-refusal.ts";
import { type PgBouncer, startBehind, startPgBouncer, withoutPgBouncer } from "#test/pgbouncer.ts";
import { type Cluster, startPrimary, startStandby, withoutCluster } from "#test/postgres-cluster.ts";
import { makeFolder } from "#test/run-process.ts";
import { type Reply, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const body = JSON.stringify(readExample("binary"));

describeUnless([withoutPgBouncer, withoutCluster], "after PostgreSQL is killed and its standby is promoted", () => {
  let primary: Cluster;
  let standby: Cluster;
  let bouncer: PgBouncer;
  let gateway: TestGateway;

  beforeAll(async () => {
    primary = await startPrimary();
    standby = await startStandby(primary);
    bouncer = await startPgBouncer(primary.url);
    const environment = { DATABASE_URL: bouncer.url, DATABASE_POOLER: "transaction", DATABASE_TIMEOUT_MS: "3000" };
    const dataDir = makeFolder();
    gateway = await startBehind(bouncer, () => startGateway({ DATA_DIR: dataDir, ...environment }));
  });

  it("the gateway continues on the standby without a restart, and every answer has its audit events", async () => {
    const answered: Reply[] = [];
    const refused = new Set<unknown>();
    let stopped = false;
    const writers = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        const reply = await gateway.post(body);
        if (reply.status === 200) answered.push(reply);
        else refused.add(Object(reply.body.error).code);
      }
    });
    const answers = (count: number) =>
      until(`the gateway has answered ${count} requests`, () => answered.length >= count);
    await answers(20);
    await primary.kill();
    await until("the gateway refuses a request", () => refused.size > 0);
    await standby.promote();
    await bouncer.moveTo(standby.url);
    await answers(answered.length + 20);
    stopped = true;
    await Promise.all(writers);

    expect([...refused].filter((code) => code !== "AUDIT_UNAVAILABLE" && code !== "INTERNAL_ERROR")).toEqual([]);
    for (const reply of answered) {
      expect((await eventsOf(gateway, reply)).map(({ kind }) => kind)).toEqual([
        "prediction.answered",
        "prediction.opened",
      ]);
    }
    const admin = await signInAs(gateway, "admin");
    expect(await admin.call.audit.verify()).toMatchObject({ ok: true, errors: [] });
  });
});
