import { describe, expect, it, vi } from "vitest";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { startFaultyModel, withStatus } from "#test/faulty-model.ts";
import { freePort } from "#test/free-port.ts";
import { startProxy } from "#test/freezable-proxy.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

/** Returns the value of a metric without labels; undefined if the metric is missing. */
async function read({ gateway }: TestGateway, metric: string): Promise<string | undefined> {
  return sampleOf(await gateway.metrics.text(), metric);
}

function sampleOf(text: string, metric: string): string | undefined {
  return new RegExp(`^${metric} (.+)$`, "m").exec(text)?.[1];
}

function untilIs(running: TestGateway, metric: string, value: string): Promise<true> {
  return until(`${metric} is ${value}`, async () => (await read(running, metric)) === value);
}

describe("the metrics of a process", () => {
  it("report whether the model is ready, as /health/ready does", async () => {
    const model = await startFaultyModel();
    const running = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: model.url });
    await untilIs(running, "gateway_model_ready", "1");
    model.behave(() => {}, withStatus(503));
    await untilIs(running, "gateway_model_ready", "0");
    model.behave(() => {}, withStatus(404));
    await untilIs(running, "gateway_model_ready", "1");
    await model.leave();
    await untilIs(running, "gateway_model_ready", "0");
  });

  it("report the waiting submissions, and the time from a submission to the decision that closes it", async () => {
    let aheadMs = 0;
    const now = () => new Date(Date.parse("2026-11-20T12:00:00Z") + aheadMs);
    const { gateway, researcher, reviewer } = await signInRoles({}, { now });
    const readQueue = async () => [
      await read(gateway, "gateway_submissions_waiting"),
      await read(gateway, "gateway_submissions_oldest_seconds"),
    ];
    expect(await readQueue()).toEqual(["0", "0"]);
    const submission = await researcher.call.submissions.submit({ request: newRequest() });
    aheadMs = 90 * 60_000;
    expect(await readQueue()).toEqual(["1", "5400"]);
    await reviewer.call.reviews.decide(approval(submission));
    expect(await readQueue()).toEqual(["0", "0"]);
    expect(await read(gateway, "gateway_review_seconds_sum")).toBe("5400");
    expect(await read(gateway, "gateway_review_seconds_count")).toBe("1");
  });

  it("include gateway_rate_limit_shared only if Redis is configured", async () => {
    expect(await read(await startGateway(), "gateway_rate_limit_shared")).toBeUndefined();
    const alone = await startGateway({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    expect(await read(alone, "gateway_rate_limit_shared")).toBe("0");
  });
});

describeUnless([withoutPostgres], "the metrics of a process on PostgreSQL", () => {
  it("report that the audit log is not writable while the database is read-only", async () => {
    const running = await startGateway({ DATABASE_URL: (await createDatabase()).url });
    expect(await read(running, "gateway_database_writable")).toBe("1");
    const { pool } = running.gateway.database;
    const { rows } = await pool.query("select current_database() as name");
    await pool.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
    // Existing sessions could still write, so they are terminated, as in a failover.
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await untilIs(running, "gateway_database_writable", "0");
    expect(Number(await read(running, "gateway_audit_events"))).toBeGreaterThan(0);
  });

  it("are returned within 2 seconds if the database hangs, without values from the database", async () => {
    const proxy = await startProxy((await createDatabase()).url);
    const running = await startGateway({ DATABASE_URL: proxy.url });
    proxy.freeze();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const reading = running.gateway.metrics.text();
    await vi.advanceTimersByTimeAsync(2_000);
    const text = await reading;
    expect(sampleOf(text, "gateway_database_writable")).toBe("0");
    expect(sampleOf(text, "gateway_audit_events")).toBeUndefined();
    expect(sampleOf(text, "gateway_submissions_waiting")).toBeUndefined();
    expect(sampleOf(text, "gateway_slots_taken")).toBe("0");
  });
});
