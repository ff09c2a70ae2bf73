import { v7 as uuid } from "uuid";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event } from "#server/audit/log/event.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { candidateAnswered } from "#test/candidate-answered.ts";
import {
  answerRight,
  type FaultyModel,
  rightAnswer,
  sendJson,
  startFaultyModel,
  withStatus,
} from "#test/faulty-model.ts";
import { newRequest } from "#test/review.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const body = JSON.stringify(readExample("binary"));
const RELEASE = "service-r13-c";

type CandidateEvent = Extract<Event, { readonly kind: `candidate.${string}` }>;

let model: FaultyModel;
let shared: TestGateway;
/** The shared gateway, or one with other settings. */
let gateway: TestGateway;
/** The last event and the number of the candidate's requests before the test. */
let before: { readonly seq: number; readonly asked: number };

async function start(environment: Record<string, string> = {}): Promise<void> {
  const settings = { CANDIDATE_MODEL_ADAPTER: "http", CANDIDATE_MODEL_URL: model.url };
  gateway = await startGateway({ ...settings, ...environment });
  before = { ...before, seq: 0 };
}

beforeAll(async () => {
  model = await startFaultyModel();
  await start({ CANDIDATE_MODEL_TRAINING_CUTOFF: "2025-01" });
  shared = gateway;
});

beforeEach(async () => {
  gateway = shared;
  model.behave(answerRight);
  await settled();
  before = { seq: (await readHead(gateway.gateway.database))?.seq ?? 0, asked: model.requests.length };
});

async function readAll(): Promise<readonly CandidateEvent[]> {
  const { rows } = await gateway.gateway.database.pool.query<{ body: Buffer }>(
    "select body from events where kind like 'candidate.%' and seq > $1 order by seq",
    [before.seq],
  );
  return rows.map(({ body }) => JSON.parse(body.toString()));
}

const kinds = async () => (await readAll()).map(({ kind }) => kind);

const asked = () => model.requests.length - before.asked;
const settled = () => candidateAnswered(gateway);

async function countedAs(result: string): Promise<number> {
  const text = await gateway.gateway.metrics.text();
  return Number(new RegExp(`gateway_candidate_answers_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

/** The members of a response that do not depend on time. */
function contentOf({ result, model_version, task, input_id }: Record<string, unknown>) {
  return { result, model_version, task, input_id };
}

describe("a candidate", () => {
  it("is asked about each answered prediction, and its answer is recorded with the id of the prediction", async () => {
    const { status, body: response } = await gateway.post(body);
    expect(status).toBe(200);
    await until("the candidate has answered", async () => (await kinds()).length === 2);
    const [opened, answered] = await readAll();
    const { task_id, input_id, request_id } = opened ?? {};
    expect(opened).toMatchObject({ kind: "candidate.opened", prediction_id: response.request_id, release: RELEASE });
    expect(request_id).not.toBe(response.request_id);
    expect(answered).toMatchObject({
      kind: "candidate.answered",
      ...{ prediction_id: response.request_id, request_id, task_id, input_id },
      ...{ model_version: `r13-c@${"a".repeat(40)}`, probabilities: [1, 0], choice: 0 },
      training_cutoff: "2025-01",
    });
    const { database, checkpoints } = gateway.gateway;
    expect(await verifyAuditLog(database, checkpoints, COMPARISONS)).toMatchObject({ errors: [] });
  });

  it("is not asked about refused requests and replays", async () => {
    const headers = { "idempotency-key": `"${uuid()}"` };
    await gateway.post(body, headers);
    await settled();
    const replay = await gateway.post(body, headers);
    expect(replay.headers.get("idempotency-replayed")).toBe("true");
    expect((await gateway.post(JSON.stringify(newRequest()))).status).toBe(422);
    await settled();
    expect(asked()).toBe(1);
    expect(await kinds()).toEqual(["candidate.opened", "candidate.answered"]);
  });

  it.each([
    ["answers garbage", () => model.behave((response) => void response.end("{"))],
    [
      "answers an invalid distribution",
      () =>
        model.behave((response, asked) =>
          sendJson(response, { ...rightAnswer(asked), probabilities: { yes: 2, no: -1 } }),
        ),
    ],
    ["fails", () => model.behave(withStatus(500))],
    ["floods", () => model.behave((response) => void response.end("x".repeat(4_000_000)))],
    // Its readiness is cached, so this case has its own gateway.
    ["is not ready", () => model.behave(withStatus(500), withStatus(503))],
  ])("changes nothing for callers if it %s", async (how, misbehave) => {
    if (how === "is not ready") await start();
    const earlier = await gateway.post(body);
    await settled();
    misbehave();
    const after = await gateway.post(body);
    expect([after.status, contentOf(after.body)]).toEqual([200, contentOf(earlier.body)]);
    await settled();
    expect((await kinds()).slice(2)).toEqual(["candidate.opened", "candidate.failed"]);
    expect((await gateway.post(body)).status).toBe(200);
  });

  it("changes nothing for callers if its code throws", async () => {
    const { candidate } = gateway.gateway;
    if (candidate === undefined) throw new Error("there is no candidate");
    vi.spyOn(candidate.model, "forecast").mockImplementation(() => {
      throw new TypeError("a defect");
    });
    expect((await gateway.post(body)).status).toBe(200);
    await settled();
    expect(await readAll()).toMatchObject([{ kind: "candidate.opened" }, { code: "INTERNAL_ERROR" }]);
    vi.spyOn(candidate.model, "supports").mockImplementation(() => {
      throw new TypeError("a defect");
    });
    expect((await gateway.post(body)).status).toBe(200);
    await settled();
    expect((await readAll()).slice(2)).toMatchObject([{ kind: "candidate.refused", code: "INTERNAL_ERROR" }]);
  });

  it("delays no caller if it hangs: its queue fills, and later predictions are dropped", async () => {
    await start({ CANDIDATE_MODEL_CONCURRENCY: "1", CANDIDATE_MODEL_QUEUE: "2" });
    model.behave(() => {});
    const replies = await Promise.all(Array.from({ length: 20 }, () => gateway.post(body)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    await until("the candidate is asked", () => asked() > 0);
    expect(gateway.gateway.candidate?.load()).toEqual({ taken: 1, waiting: 2 });
    expect(await countedAs("dropped")).toBe(17);
    await gateway.gateway.candidate?.close();
    expect(await readAll()).toMatchObject([
      { kind: "candidate.opened" },
      { kind: "candidate.failed", code: "MODEL_TIMEOUT" },
    ]);
  });

  it("fails at its own deadline", async () => {
    await start({ CANDIDATE_MODEL_DEADLINE_MS: "1" });
    model.behave(() => {});
    expect((await gateway.post(body)).status).toBe(200);
    await settled();
    expect((await readAll()).at(-1)).toMatchObject({ kind: "candidate.failed", code: "MODEL_TIMEOUT" });
  });

  it("is not asked about an input whose approval was revoked in the meantime", async () => {
    await start({ CANDIDATE_MODEL_CONCURRENCY: "1" });
    const request = newRequest();
    await approveAll(gateway.gateway, [request]);
    const finish = Promise.withResolvers<void>();
    model.behave(async (response, asked) => {
      await finish.promise;
      sendJson(response, rightAnswer(asked));
    });
    for (let time = 0; time < 2; time++) expect((await gateway.post(JSON.stringify(request))).status).toBe(200);
    await until("the candidate is asked", () => asked() > 0);
    await gateway.gateway.database.pool.query("update approvals set revoked_at = now(), revoked_by = 'test'");
    finish.resolve();
    await settled();
    expect(asked()).toBe(1);
    expect((await readAll()).at(-1)).toMatchObject({
      kind: "candidate.refused",
      code: "INPUT_QUALITY_UNVERIFIED",
    });
    expect(await kinds()).toEqual(["candidate.opened", "candidate.answered", "candidate.refused"]);
  });

  it("is asked about no task if its share is 0", async () => {
    await start({ CANDIDATE_SHARE: "0" });
    await gateway.post(body);
    expect(gateway.gateway.candidate?.load()).toEqual({ taken: 0, waiting: 0 });
    expect(await kinds()).toEqual([]);
  });
});
