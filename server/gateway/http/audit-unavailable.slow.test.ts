import type { Worker } from "node:worker_threads";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readLinks } from "#server/audit/export/read-links.ts";
import { readEvents } from "#server/audit/log/read-events.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { change } from "#test/change.ts";
import { cleanUp } from "#test/clean-up.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { eventsOf, expectRefused } from "#test/expect-refusal.ts";
import { type FreezableProxy, startProxy } from "#test/freezable-proxy.ts";
import { holdClock } from "#test/hold-clock.ts";
import { openGateway, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { type ModelWatch, watchModel } from "#test/watch-model.ts";

const EXPECTED = { status: 503, code: "AUDIT_UNAVAILABLE" };
const body = JSON.stringify(readExample("binary"));

let gateway: TestGateway;
let model: ModelWatch;

describe("POST /v1/predict when the embedded database has stopped", () => {
  beforeEach(async () => {
    model = watchModel();
    const opened = await openGateway({}, model.change);
    // The test may have closed the database: closing it again throws.
    cleanUp(() => opened.stop().catch(() => {}));
    gateway = opened;
  });

  it("is refused before any inference, whether the credential is cached or not, with its own error code if it is invalid", async () => {
    const invalid = await holdClock(async () => {
      expect((await gateway.post(body)).status).toBe(200);
      await gateway.gateway.database.close();
      return gateway.post(JSON.stringify(change("/task/type", "x")));
    });
    expectRefused(invalid, { status: 422, code: "INVALID_TASK", issues: [["INVALID_TASK", "/task/type"]] });
    expectRefused(await gateway.post(body), EXPECTED);
    gateway.gateway.authenticator.forget();
    expectRefused(await gateway.post(body), EXPECTED);
    expect(model.started()).toBe(1);
  });

  it("is refused if the database stops during the inference: no 200 without an audit event", async () => {
    model.during(() => gateway.gateway.database.close());
    expectRefused(await gateway.post(body), EXPECTED);
    expect(model.started()).toBe(1);
  });
});

describe("POST /v1/predict when the thread of the embedded database is terminated", () => {
  it("is answered from the audit log or refused, and the hash chain stays intact", async () => {
    const workers: Worker[] = [];
    const notice = (worker: Worker) => workers.push(worker);
    process.on("worker", notice);
    gateway = await startGateway();
    process.off("worker", notice);
    const running = Array.from({ length: 50 }, () => gateway.post(body));
    await Promise.all(workers.map((worker) => worker.terminate()));
    const replies = await Promise.all(running);
    for (const reply of replies) if (reply.status !== 200) expectRefused(reply, EXPECTED);
    await until("the database is open again", async () => {
      const reply = await gateway.post(body);
      if (reply.status === 200) return true;
      expectRefused(reply, EXPECTED);
      return undefined;
    });
    for (const reply of replies.filter(({ status }) => status === 200)) {
      expect((await eventsOf(gateway, reply)).map(({ kind }) => kind)).toContain("prediction.answered");
    }
    const { database, checkpoints } = gateway.gateway;
    expect(await verifyChain(readLinks(database), checkpoints)).toMatchObject({ ok: true, errors: [] });
  });
});

/** Sends a request while the database does not answer. Once `isStuck` is true, fake timers exceed every time limit. */
async function giveUp<T>(send: () => Promise<T>, isStuck = () => true): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let settled = false;
    const sent = send().finally(() => {
      settled = true;
    });
    const passing = until("every limit has passed", () => {
      if (isStuck()) vi.advanceTimersByTime(1_000);
      return settled;
    });
    const [replies] = await Promise.all([sent, passing]);
    return replies;
  } finally {
    vi.useRealTimers();
  }
}

describeUnless([withoutPostgres], "POST /v1/predict when PostgreSQL freezes", () => {
  let proxy: FreezableProxy;

  // Each test ends when the database of this gateway answers again.
  beforeAll(async () => {
    proxy = await startProxy((await createDatabase()).url);
    model = watchModel();
    gateway = await startGateway({ DATABASE_URL: proxy.url }, model.change);
  });

  it("is refused without an inference while the database is frozen, and answered again afterwards", async () => {
    expect((await gateway.post(body)).status).toBe(200);
    const startedBefore = model.started();
    proxy.freeze();
    const replies = await giveUp(async () => {
      const first = await Promise.all(Array.from({ length: 20 }, () => gateway.post(body)));
      return [...first, await gateway.post(body)];
    });
    for (const reply of replies) expectRefused(reply, EXPECTED);
    expect(model.started()).toBe(startedBefore);
    proxy.thaw();
    expect((await gateway.post(body)).status).toBe(200);
    const { database, checkpoints } = gateway.gateway;
    expect(await verifyChain(readLinks(database), checkpoints)).toMatchObject({ ok: true, errors: [] });
  });

  it("is refused while the database is frozen, by a gateway that has not cached the credential", async () => {
    gateway.gateway.authenticator.forget();
    proxy.freeze();
    expectRefused(await giveUp(() => gateway.post(body)), EXPECTED);
    proxy.thaw();
    expect((await gateway.post(body)).status).toBe(200);
  });

  it("is refused if the database freezes during the inference: no 200 without an audit event", async () => {
    model.during(() => proxy.freeze());
    const append = vi.spyOn(gateway.gateway.events, "append");
    const reply = await giveUp(
      () => gateway.post(body),
      () => append.mock.calls.length > 0,
    );
    expectRefused(reply, EXPECTED);
    proxy.thaw();
    expect((await gateway.post(body)).status).toBe(200);
    const { events } = await readEvents(gateway.gateway.database, { kind: "prediction.opened", limit: 10 });
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ request_id: reply.body.request_id }),
    );
  });

  it("gets its own error code if it is refused before recording", async () => {
    const invalid = await holdClock(async () => {
      expect((await gateway.post(body)).status).toBe(200);
      proxy.freeze();
      return giveUp(() => gateway.post("{"));
    });
    expectRefused(invalid, { status: 400, code: "INVALID_JSON", issues: [["INVALID_JSON", ""]] });
    proxy.thaw();
    expect((await gateway.post(body)).status).toBe(200);
  });
});
