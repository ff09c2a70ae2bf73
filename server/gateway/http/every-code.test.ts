import { describe, expect, it } from "vitest";
import { ERROR_CODES, ERRORS, type ErrorCode } from "#lib/contract/error-table.ts";
import { readEvents } from "#server/audit/log/read-events.ts";
import { eventsOf, expectRefusal, expectRefused, issuesOf } from "#test/expect-refusal.ts";
import { answerRight, type Behaviour, startFaultyModel, withStatus } from "#test/faulty-model.ts";
import { passDeadline } from "#test/pass-deadline.ts";
import { openGateway, type Reply, readExample, send, startGateway } from "#test/start-gateway.ts";
import { until, untilModelIs } from "#test/until.ts";
import { sendWith, VIOLATIONS } from "#test/violations.ts";

/** Triggers an error code over HTTP by its real cause. `record` is the expected audit event of the request. */
interface Case {
  readonly reach: () => Promise<Reply>;
  readonly record: "nothing" | "prediction.refused" | "prediction.failed" | "counted";
}

const body = JSON.stringify(readExample("binary"));

const model = await startFaultyModel();
const gateway = await startGateway({
  MODEL_ADAPTER: "http",
  MODEL_URL: model.url,
  MODEL_CONCURRENCY: "1",
  MODEL_QUEUE: "0",
});

const CASES: Readonly<Record<Exclude<ErrorCode, "INTERNAL_ERROR">, Case>> = {
  UNAUTHORIZED: { reach: () => violate("UNAUTHORIZED"), record: "nothing" },
  RATE_LIMITED: { reach: askTooOften, record: "counted" },
  REQUEST_TOO_LARGE: { reach: () => violate("REQUEST_TOO_LARGE"), record: "prediction.refused" },
  INVALID_JSON: { reach: () => violate("INVALID_JSON"), record: "prediction.refused" },
  INVALID_REQUEST: { reach: () => violate("INVALID_REQUEST"), record: "prediction.refused" },
  INVALID_TASK: { reach: () => violate("INVALID_TASK"), record: "prediction.refused" },
  INVALID_CRITERIA: { reach: () => violate("INVALID_CRITERIA"), record: "prediction.refused" },
  INVALID_RESOLUTION: { reach: () => violate("INVALID_RESOLUTION"), record: "prediction.refused" },
  INVALID_CONTEXT: { reach: () => violate("INVALID_CONTEXT"), record: "prediction.refused" },
  EXPLICIT_TIMEZONE_REQUIRED: { reach: () => violate("EXPLICIT_TIMEZONE_REQUIRED"), record: "prediction.refused" },
  FUTURE_INPUT: { reach: () => violate("FUTURE_INPUT"), record: "prediction.refused" },
  MODEL_NOT_SUPPORTED: { reach: () => violate("MODEL_NOT_SUPPORTED"), record: "prediction.refused" },
  TASK_NOT_SUPPORTED: { reach: () => violate("TASK_NOT_SUPPORTED"), record: "prediction.refused" },
  INPUT_QUALITY_UNVERIFIED: { reach: () => violate("INPUT_QUALITY_UNVERIFIED"), record: "prediction.refused" },
  AUDIT_UNAVAILABLE: { reach: askWithoutDatabase, record: "nothing" },
  QUEUE_FULL: { reach: askWhileBusy, record: "prediction.failed" },
  MODEL_OFFLINE: { reach: askWhileAway, record: "prediction.failed" },
  MODEL_NOT_READY: { reach: askWhileLoading, record: "prediction.failed" },
  MODEL_TIMEOUT: { reach: askWhileSilent, record: "prediction.failed" },
  INVALID_MODEL_RESPONSE: { reach: () => askWhileIt(withStatus(500)), record: "prediction.failed" },
  INVALID_MODEL_TIMING: { reach: askWithoutTimes, record: "prediction.failed" },
};

describe("the error codes of the contract", () => {
  it("are 21 without INTERNAL_ERROR, and each has a test case", () => {
    expect(Object.keys(CASES)).toEqual(ERROR_CODES.filter((code) => code !== "INTERNAL_ERROR"));
    expect(Object.keys(CASES)).toHaveLength(21);
  });

  it.each(Object.entries(CASES))(
    "include %s, which its real cause triggers and which is recorded",
    async (name, { reach, record }) => {
      const code = name as keyof typeof CASES;
      const { status } = ERRORS[code];
      const reply = await reach();
      const issues = issuesOf(reply.body);
      if (record === "prediction.refused") {
        await expectRefusal(gateway, reply, { status, code, issues });
        return;
      }
      expectRefused(reply, { status, code });
      if (record === "counted") {
        await gateway.gateway.refusals.recordAll();
        const { events } = await readEvents(gateway.gateway.database, { code, limit: 1 });
        expect(events).toMatchObject([{ event: { kind: "prediction.refused", code, count: 1 } }]);
        return;
      }
      const events = await eventsOf(gateway, reply);
      expect(events.map(({ kind }) => kind)).toEqual(record === "nothing" ? [] : [record, "prediction.opened"]);
      if (record !== "nothing") expect(events[0]).toMatchObject({ code });
    },
  );

  it("do not prevent later requests from being answered", async () => {
    model.behave(answerRight);
    expect((await gateway.post(body)).status).toBe(200);
  });
});

function violate(code: ErrorCode): Promise<Reply> {
  return sendWith(
    gateway,
    VIOLATIONS.filter((violation) => violation.code === code),
  );
}

async function askTooOften(): Promise<Reply> {
  const authorization = `Bearer ${await gateway.issue({ name: "one a minute", ratePerMinute: 1 })}`;
  await gateway.post("{", { authorization });
  return gateway.post(body, { authorization });
}

async function askWithoutDatabase(): Promise<Reply> {
  const other = await openGateway();
  await other.gateway.database.close();
  const reply = await send(other.url, body, { authorization: `Bearer ${other.key}` });
  // Closing the database again throws.
  await other.stop().catch(() => {});
  return reply;
}

function askWhileIt(does: Behaviour): Promise<Reply> {
  model.behave(does);
  return gateway.post(body);
}

function askWhileSilent(): Promise<Reply> {
  const callsBefore = model.requests.length;
  return passDeadline(
    () => askWhileIt(() => {}),
    () => model.requests.length > callsBefore,
  );
}

async function askWhileBusy(): Promise<Reply> {
  const callsBefore = model.requests.length;
  let finish: (() => void) | undefined;
  const first = askWhileIt((response, request) => {
    finish = () => answerRight(response, request);
  });
  await until("the slot is taken", () => model.requests.length > callsBefore);
  const reply = await gateway.post(body);
  finish?.();
  await first;
  return reply;
}

async function askWhileAway(): Promise<Reply> {
  await model.leave();
  const reply = await gateway.post(body);
  await model.comeBack();
  await untilModelIs(gateway.gateway, "ready");
  return reply;
}

async function askWhileLoading(): Promise<Reply> {
  model.behave(answerRight, withStatus(503));
  await untilModelIs(gateway.gateway, "loading");
  const reply = await gateway.post(body);
  model.behave(answerRight);
  await untilModelIs(gateway.gateway, "ready");
  return reply;
}

function askWithoutTimes(): Promise<Reply> {
  return askWhileIt((response, callsBefore) => {
    const probabilities = Object.fromEntries(
      Object.keys(callsBefore.task.criteria).map((option, index) => [option, index]),
    );
    response.end(JSON.stringify({ model_version: `r13-c@${"0".repeat(40)}`, probabilities }));
  });
}
