import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GatewayError } from "#server/base/errors.ts";
import { change } from "#test/change.ts";
import { type ConsoleSession, signInAs } from "#test/console-session.ts";
import { eventsOf } from "#test/expect-refusal.ts";
import { newRequest } from "#test/review.ts";
import { type Reply, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { explainIgnored } from "./measure-influence.ts";

let gateway: TestGateway;
let researcher: ConsoleSession;

beforeAll(async () => {
  gateway = await startGateway();
  researcher = await signInAs(gateway, "researcher");
});
afterAll(() => gateway.stop());

const OWN = { request_id: null, generated_at: null, timing: null };
const asReply = (body: unknown): Pick<Reply, "body"> => ({ body: Object(body) });

describe("forecasts.run", () => {
  it.each(["binary", "counts", "history", "measurement", "multiclass"] as const)(
    "returns the body of /v1/predict, except for ids and times: %s",
    async (name) => {
      const request = readExample(name);
      const { body } = await gateway.post(JSON.stringify(request));
      const { status, data } = await researcher.fetch("forecasts.run", request);
      expect(status).toBe(200);
      expect({ ...Object(data), ...OWN }).toEqual({ ...body, ...OWN });
      expect(Object.keys(Object(Object(data).timing))).toEqual(Object.keys(Object(body.timing)));
      expect(Object(data).request_id).not.toBe(body.request_id);
    },
  );

  it("is recorded under the member who ran it and can be read back unchanged", async () => {
    const { data } = await researcher.fetch("forecasts.run", readExample("binary"));
    const events = await eventsOf(gateway, asReply(data));
    expect(events.map(({ kind }) => kind)).toEqual(["prediction.answered", "prediction.opened"]);
    for (const { actor } of events) expect(actor).toMatchObject({ type: "member", id: researcher.memberId });
    const found = await researcher.call.forecasts.get({ requestId: Object(data).request_id });
    expect(found.response).toEqual(data);
    expect(found).toMatchObject({ request: readExample("binary"), askedBy: { id: researcher.memberId } });
    const { ignored, pool } = found.explanation;
    expect(ignored[0]).toEqual({ observation: 0, reason: "This release does not read text." });
    expect(ignored.map(({ observation }) => observation)).toEqual(pool?.ignored);
    const used = { observation: 1, reason: "Another version of the model did not use this observation." };
    expect(explainIgnored(found.request, [1])).toEqual([used]);
  });

  it.each<[string, unknown]>([
    ["INVALID_REQUEST", null],
    ["INVALID_REQUEST", {}],
    ["INVALID_TASK", change("/task/type", "x")],
    ["INVALID_CRITERIA", change("/task/criteria/a b", null)],
    ["INVALID_RESOLUTION", change("/task/resolution/criteria", "")],
    ["INVALID_CONTEXT", change("/input/context/0/extra", 1)],
    ["EXPLICIT_TIMEZONE_REQUIRED", change("/input/as_of", "2026-06-15T09:00:00")],
    ["FUTURE_INPUT", change("/input/context/0/observed_at", "2026-06-15T09:00:00.000000001Z")],
    ["MODEL_NOT_SUPPORTED", change("/model", "service-r12-a")],
    ["TASK_NOT_SUPPORTED", newRequest()],
    ["TASK_NOT_SUPPORTED", change("/input/context", [])],
    ["INPUT_QUALITY_UNVERIFIED", change("/input/as_of", "2026-06-15T09:00:01Z")],
    ["REQUEST_TOO_LARGE", change("/extra", "x".repeat(32_768))],
  ])("fails with the status of REST, and with the REST body in data.answer: %s", async (code, request) => {
    const rest = await gateway.post(JSON.stringify(request));
    const { status, error } = await researcher.fetch("forecasts.run", request);
    expect(rest.body).toMatchObject({ error: { code } });
    expect(status).toBe(rest.status);
    const answer = Object(error?.data.answer);
    // Only REST sends an unreviewed request for review and names the submission.
    const body = JSON.parse(JSON.stringify(rest.body).replace(/ Submission [0-9a-f-]{36} waits for review\./, ""));
    const { submission, reason } = body.error;
    delete body.error.submission;
    if (submission !== undefined) expect(reason).toBe("in_review");
    const { message } = new GatewayError("TASK_NOT_SUPPORTED", { reason: "unreviewed" });
    const unnamed = { ...body.error, ...(submission === undefined ? {} : { reason: "unreviewed", message }) };
    expect({ ...answer, ...OWN }).toEqual({ ...body, error: unnamed, ...OWN });
    const [event] = await eventsOf(gateway, asReply(answer));
    expect(event).toMatchObject({ kind: "prediction.refused", code, actor: { type: "member" } });
  });

  it("has a rate limit per member, like that of a credential", async () => {
    const limited = await startGateway({ RATE_LIMIT_PER_MINUTE: "2" });
    try {
      const [one, other] = [await signInAs(limited, "researcher"), await signInAs(limited, "reviewer")];
      const statuses: number[] = [];
      for (let count = 0; count < 3; count++)
        statuses.push((await one.fetch("forecasts.run", readExample("binary"))).status);
      expect(statuses).toEqual([200, 200, 429]);
      expect((await other.fetch("forecasts.run", readExample("binary"))).status).toBe(200);
      const { error } = await one.fetch("forecasts.run", readExample("binary"));
      expect(error?.data.answer).toMatchObject({ error: { code: "RATE_LIMITED" } });
    } finally {
      await limited.stop();
    }
  });
});
