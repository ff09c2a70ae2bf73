import { randomBytes, randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GatewayError } from "#server/base/errors.ts";
import { createIdempotencyKeys } from "#server/gateway/predict/idempotency-keys.ts";
import { change } from "#test/change.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { eventsOf } from "#test/expect-refusal.ts";
import { holdModel } from "#test/held-model.ts";
import { post } from "#test/keyed-post.ts";
import { makeLogKey } from "#test/log-key.ts";
import { passDeadline } from "#test/pass-deadline.ts";
import { newRequest } from "#test/review.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const example = JSON.stringify(readExample("binary"));
const other = JSON.stringify(readExample("counts"));
const DAY_MS = 24 * 3600 * 1000;

async function countAnswered({ gateway }: TestGateway): Promise<number> {
  const { rows } = await gateway.database.pool.query(
    "select count(*)::int as count from events where kind = 'prediction.answered'",
  );
  return rows[0].count;
}

const model = holdModel();
let gateway: TestGateway;
let begunBefore: number;

const begun = () => model.begun() - begunBefore;
const hasBegun = () => until("the inference has begun", () => begun() > 0);

beforeEach(() => {
  begunBefore = model.begun();
});

describe("Idempotency-Key", () => {
  beforeAll(async () => {
    gateway = await startGateway({}, model.change);
  });

  it("replays the recorded answer byte for byte, with Idempotency-Replayed", async () => {
    const answeredBefore = await countAnswered(gateway);
    const first = await post(gateway, '"run-1"');
    expect(first).toMatchObject({ status: 200, replayed: false });
    for (const key of ['"run-1"', "run-1"]) {
      const again = await post(gateway, key);
      expect(again).toMatchObject({ status: 200, replayed: true, text: first.text });
      expect(again.headers.get("x-request-id")).toBe(first.requestId);
      expect(again.headers.get("server-timing")).toBe(first.headers.get("server-timing"));
      expect(again.headers.get("ratelimit")).not.toBe(first.headers.get("ratelimit"));
    }
    expect(begun()).toBe(1);
    expect(await countAnswered(gateway)).toBe(answeredBefore + 1);
  });

  it("replays the same bytes for unusual options and texts", async () => {
    const { model: release, task, input } = readExample("binary");
    const criteria =
      '{"b":null,"10":"ten \\u0000 \\ud83d\\ude00","constructor":"</script>","9":"n\\u00e4","B":"-\\u2028"}';
    const rest = JSON.stringify({ ...task.resolution, criteria: 'By "rule" \u0007\u007f.' });
    const question = `{"criteria":${criteria},"resolution":${rest},"instructions":"Odd?","type":"choice"}`;
    const known = JSON.stringify({
      context: [
        {
          observed_at: input.as_of,
          data: { kind: "forecast", source: "s", probabilities: { b: 0.1, 10: 0.2, constructor: 0.3, 9: 0.3, B: 0.1 } },
          type: "structured",
        },
      ],
      as_of: input.as_of,
    });
    const body = `{"input":${known}, "task":${question}, "model":${JSON.stringify(release)}}`;
    await approveAll(gateway.gateway, [JSON.parse(body)]);
    const first = await post(gateway, "odd", body);
    expect(first).toMatchObject({ status: 200, code: undefined });
    expect(first.text).toContain('"criteria":{"b":null,"10":');
    expect((await post(gateway, "odd", body)).text).toBe(first.text);
    const spelled = JSON.stringify(JSON.parse(body.replace('"odd?"', '"\\u006fdd?"')));
    expect((await post(gateway, "odd", spelled)).status).toBe(422);
  });

  it("runs one inference for 100 parallel requests and answers all with the same bytes", async () => {
    const answeredBefore = await countAnswered(gateway);
    model.hold();
    const running = Array.from({ length: 100 }, () => post(gateway, "parallel"));
    await hasBegun();
    model.release();
    const answers = await Promise.all(running);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(begun()).toBe(1);
    expect(await countAnswered(gateway)).toBe(answeredBefore + 1);
  });

  it("is refused with a different request, even if only the order of its options differs", async () => {
    const first = await post(gateway, "one");
    const refused = await post(gateway, "one", other);
    expect(refused).toMatchObject({ status: 422, code: "INVALID_REQUEST", replayed: false });
    expect(await eventsOf(gateway, { body: { request_id: refused.requestId } })).toMatchObject([
      { kind: "prediction.refused", code: "INVALID_REQUEST" },
    ]);
    const { task, ...rest } = readExample("binary");
    const criteria = Object.fromEntries(Object.entries(task.criteria).reverse());
    expect((await post(gateway, "one", JSON.stringify({ ...rest, task: { ...task, criteria } }))).status).toBe(422);
    expect((await post(gateway, "one", JSON.stringify(readExample("binary"), null, 1))).text).toBe(first.text);
  });

  it("is separate for each credential", async () => {
    const credential = await gateway.issue({ name: "another" });
    const first = await post(gateway, "shared");
    const second = await post(gateway, "shared", other, { credential });
    expect(second).toMatchObject({ status: 200, replayed: false });
    expect(second.requestId).not.toBe(first.requestId);
  });

  it("replays the answer after the approval is revoked, but not without a credential", async () => {
    const first = await post(gateway, "revoked");
    await gateway.gateway.database.pool.query("update approvals set revoked_at = now()");
    expect((await post(gateway, undefined)).code).toBe("INPUT_QUALITY_UNVERIFIED");
    expect((await post(gateway, "revoked")).text).toBe(first.text);
    expect((await post(gateway, "revoked", example, { credential: "x" })).status).toBe(401);
    await gateway.gateway.database.pool.query("update approvals set revoked_at = null");
  });

  it.each(['""', "a, b", '"a', "k".repeat(256)])("is INVALID_REQUEST in the form %s", async (key) => {
    expect(await post(gateway, key)).toMatchObject({ status: 422, code: "INVALID_REQUEST" });
    // The shape is checked first.
    expect((await post(gateway, key, JSON.stringify(change("/task/type", "x")))).code).toBe("INVALID_TASK");
    expect(begun()).toBe(0);
  });

  it("is INVALID_REQUEST if sent in two header lines", async () => {
    const headers = { authorization: `Bearer ${gateway.key}`, "idempotency-key": ['"a', 'b"'] };
    const status = await new Promise((resolve, reject) => {
      httpRequest(gateway.url, { method: "POST", headers }, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end(example);
    });
    expect(status).toBe(422);
  });

  it.each([
    ["its shape", JSON.stringify(change("/task/type", "x"))],
    ["its review", JSON.stringify(newRequest())],
  ])("is free again after a request that was refused for %s", async (reason, refused) => {
    expect((await post(gateway, `"free ${reason}"`, refused)).status).toBe(422);
    expect(await post(gateway, `"free ${reason}"`)).toMatchObject({ status: 200, replayed: false });
  });

  it("is free again after a recorded refusal, even if the process died before it released the key", async () => {
    const { idempotencyKeys } = gateway.gateway;
    const broken = { ...idempotencyKeys, release: () => Promise.reject(new Error("died")) };
    Object.assign(gateway.gateway, { idempotencyKeys: broken });
    expect((await post(gateway, "died", JSON.stringify(newRequest()))).status).toBe(422);
    Object.assign(gateway.gateway, { idempotencyKeys });
    expect(await post(gateway, "died")).toMatchObject({ status: 200, replayed: false });
  });

  it("replays a failure of the model without calling it again", async () => {
    model.fail(new GatewayError("INVALID_MODEL_RESPONSE", { detail: "bad" }));
    const first = await post(gateway, "failed");
    expect(first).toMatchObject({ status: 502, code: "INVALID_MODEL_RESPONSE", replayed: false });
    model.fail(undefined);
    expect(await post(gateway, "failed")).toMatchObject({ status: 502, text: first.text, replayed: true });
    expect(begun()).toBe(1);
    expect(await post(gateway, "new")).toMatchObject({ status: 200 });
  });

  it("gives a caller who left during the inference the answer on a retry", async () => {
    model.hold();
    const leaving = new AbortController();
    const left = post(gateway, "left", example, { signal: leaving.signal });
    await hasBegun();
    leaving.abort();
    await expect(left).rejects.toThrow();
    const back = post(gateway, "left");
    model.release();
    expect(await back).toMatchObject({ status: 200, replayed: true });
    expect(begun()).toBe(1);
  });

  it("starts no inference if the opening has no outcome", async () => {
    const { database, idempotencyKeys } = gateway.gateway;
    model.hold();
    const first = post(gateway, "lost");
    await hasBegun();
    // Simulates a process that starts on the same database after this one was killed.
    const restarted = createIdempotencyKeys(database, gateway.gateway.config.model.deadlineMs, gateway.gateway.now);
    Object.assign(gateway.gateway, { idempotencyKeys: restarted });
    const again = await post(gateway, "lost");
    expect(again).toMatchObject({ status: 504, code: "MODEL_TIMEOUT", replayed: false });
    expect(again.text).toContain("Send a new key");
    expect(begun()).toBe(1);
    Object.assign(gateway.gateway, { idempotencyKeys });
    model.release();
    expect((await first).status).toBe(200);
    expect(await post(gateway, "lost")).toMatchObject({ status: 200, replayed: true });
  });

  it("is not used up by a claim that the database executed but did not acknowledge", async () => {
    const { database, config, now } = gateway.gateway;
    const { pipeline } = database;
    let isLost = true;
    const query: typeof pipeline.query = async (statement) => {
      const result = await pipeline.query(statement);
      if (isLost) throw new Error("the connection is lost");
      return result as never;
    };
    const keys = createIdempotencyKeys({ ...database, pipeline: { ...pipeline, query } }, config.model.deadlineMs, now);
    const keyHash = randomBytes(32);
    const claim = () => ({ keyHash, requestId: randomUUID(), requestDigest: randomBytes(32) });
    await expect(keys.claim(claim())).rejects.toThrow("lost");
    await expect(keys.claim(claim())).rejects.toThrow("lost");
    isLost = false;
    const taken = claim();
    expect(await keys.claim(taken)).toBeUndefined();
    expect(await keys.claim(claim())).toMatchObject({ requestId: taken.requestId });
    await keys.release(taken);

    isLost = true;
    await expect(keys.claim(claim())).rejects.toThrow("lost");
    await keys.tidy();
    const { rows } = await database.pool.query("select from idempotency_keys where key_hash = $1", [keyHash]);
    expect(rows).toEqual([]);

    const { idempotencyKeys } = gateway.gateway;
    Object.assign(gateway.gateway, { idempotencyKeys: keys });
    expect(await post(gateway, "unconfirmed")).toMatchObject({ status: 503, code: "AUDIT_UNAVAILABLE" });
    isLost = false;
    expect(await post(gateway, "unconfirmed")).toMatchObject({ status: 200, replayed: false });
    Object.assign(gateway.gateway, { idempotencyKeys });
  });

  it("is free after the database did not acknowledge the opening event", async () => {
    const { events } = gateway.gateway;
    const open: typeof events.open = async (...given) => {
      await events.open(...given);
      throw new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5 });
    };
    Object.assign(gateway.gateway, { events: { ...events, open } });
    expect(await post(gateway, "unopened")).toMatchObject({ status: 503, code: "AUDIT_UNAVAILABLE" });
    Object.assign(gateway.gateway, { events });
    expect(begun()).toBe(0);
    expect(await post(gateway, "unopened")).toMatchObject({ status: 200, replayed: false });
  });

  it("gets MODEL_TIMEOUT after the database failed during the inference", async () => {
    const { events } = gateway.gateway;
    const append = () => Promise.reject(new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5 }));
    Object.assign(gateway.gateway, { events: { ...events, append } });
    const first = await post(gateway, "unrecorded");
    expect(first).toMatchObject({ status: 503, code: "AUDIT_UNAVAILABLE", replayed: false });
    expect(first.headers.get("retry-after")).toBe("5");
    Object.assign(gateway.gateway, { events });
    expect(await post(gateway, "unrecorded")).toMatchObject({ status: 504, code: "MODEL_TIMEOUT", replayed: false });
    expect(begun()).toBe(1);
  });

  it("is stored only if sent, and is deleted after it has expired", async () => {
    const { database, config } = gateway.gateway;
    const count = async () => (await database.pool.query("select * from idempotency_keys")).rows.length;
    const countBefore = await count();
    await post(gateway, undefined);
    expect(await count()).toBe(countBefore);
    await post(gateway, "expiring");
    expect(await count()).toBe(countBefore + 1);
    const inMs = (ms: number) =>
      createIdempotencyKeys(database, config.model.deadlineMs, () => new Date(Date.now() + ms));
    await inMs(DAY_MS - 60_000).tidy();
    expect(await count()).toBe(countBefore + 1);
    await inMs(DAY_MS + 60_000).tidy();
    expect(await count()).toBe(0);
    expect(await post(gateway, "expiring")).toMatchObject({ status: 200, replayed: false });
  });

  it("is free for another request after 24 hours, even before it is deleted", async () => {
    await post(gateway, "old");
    const later = () => new Date(Date.now() + DAY_MS + 60_000);
    const { database, config, idempotencyKeys } = gateway.gateway;
    const keys = createIdempotencyKeys(database, config.model.deadlineMs, later);
    Object.assign(gateway.gateway, { idempotencyKeys: keys });
    expect(await post(gateway, "old", other)).toMatchObject({ status: 200, replayed: false });
    Object.assign(gateway.gateway, { idempotencyKeys });
  });

  it("is free again after a deadline that passed before anything was written to the model server", async () => {
    const forecast = vi.spyOn(gateway.gateway.model, "forecast").mockImplementationOnce((_, signal) => {
      const unwritten = new GatewayError("MODEL_TIMEOUT", { declined: true });
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(unwritten)));
    });
    const first = await passDeadline(
      () => post(gateway, "unwritten"),
      () => forecast.mock.calls.length > 0,
    );
    expect(first).toMatchObject({ status: 504, code: "MODEL_TIMEOUT", replayed: false });
    expect(await post(gateway, "unwritten")).toMatchObject({ status: 200, replayed: false });
  });

  it("waits for the first request only until the deadline of the second request", async () => {
    model.hold();
    const enter = vi.spyOn(gateway.gateway.idempotencyKeys, "enter");
    const sendBoth = async () => {
      const first = post(gateway, "slow");
      await hasBegun();
      return Promise.all([first, post(gateway, "slow")]);
    };
    const [one, two] = await passDeadline(sendBoth, () => enter.mock.calls.length === 2);
    expect(one).toMatchObject({ status: 504, code: "MODEL_TIMEOUT", replayed: false });
    expect(two).toMatchObject({ status: 504, code: "MODEL_TIMEOUT" });
    expect(begun()).toBe(1);
    model.release();
  });
});

describe("Idempotency-Key and a full queue", () => {
  it("is free again, because the model was not called", async () => {
    gateway = await startGateway({ MODEL_CONCURRENCY: "1", MODEL_QUEUE: "0" }, model.change);
    model.hold();
    const running = post(gateway, undefined);
    await hasBegun();
    expect(await post(gateway, "queue")).toMatchObject({ status: 429, code: "QUEUE_FULL" });
    model.release();
    expect((await running).status).toBe(200);
    expect(await post(gateway, "queue")).toMatchObject({ status: 200, replayed: false });
  });
});

describeUnless([withoutPostgres], "Idempotency-Key on PostgreSQL", () => {
  let gateways: TestGateway[];
  let key: string;

  beforeAll(async () => {
    const environment = {
      DATABASE_URL: (await createDatabase()).url,
      MODEL_DEADLINE_MS: "600000",
      LOG_KEY_FILE: makeLogKey(),
    };
    gateways = await Promise.all(
      // The clock of the second gateway is an hour ahead.
      [0, 3_600_000].map((ahead) =>
        startGateway(environment, model.change, { now: () => new Date(Date.now() + ahead) }),
      ),
    );
    key = gateways.find((each) => each.key !== "")?.key ?? "";
  });

  it("waits for another gateway's answer, even if its own clock is ahead", async () => {
    const [one, two] = gateways;
    if (one === undefined || two === undefined) throw new Error("there are no gateways");
    const claim = vi.spyOn(two.gateway.idempotencyKeys, "claim");
    model.hold();
    const first = post(one, "shared", example, { credential: key });
    await hasBegun();
    const second = post(two, "shared", example, { credential: key });
    let isAnswered = false;
    void second.then(() => (isAnswered = true));
    await until("the second request waits", () => claim.mock.calls.length > 1 || isAnswered);
    model.release();
    expect(await second).toMatchObject({ status: 200, replayed: true });
    expect((await first).status).toBe(200);
    expect(begun()).toBe(1);
  });

  it("waits for another gateway's answer, then reports that its process died", async () => {
    const [one, two] = gateways;
    if (one === undefined || two === undefined) throw new Error("there are no gateways");
    model.hold();
    const first = post(one, "died", example, { credential: key });
    await hasBegun();
    // The first request must have ended, but it has no outcome.
    await two.gateway.database.pool.query("update idempotency_keys set ends_at = now()");
    expect(await post(two, "died", example, { credential: key })).toMatchObject({ status: 504, code: "MODEL_TIMEOUT" });
    model.release();
    expect((await first).status).toBe(200);
    expect(await post(two, "died", example, { credential: key })).toMatchObject({ status: 200, replayed: true });
    expect(begun()).toBe(1);
  });
});
