import { describe, expect, it } from "vitest";
import { REASONS, type Reason } from "#lib/contract/reasons.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import { approval, newRequest } from "#test/review.ts";
import { sendMany } from "#test/send-many.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";

const { gateway, reviewer, researcher } = await signInRoles({ GATEWAY_API_KEY: "environment-key-0123456789" });

async function kept(request: PredictionRequest) {
  const { id } = identify(request.task);
  return (await reviewer.call.submissions.list({ taskId: id, limit: 200 })).submissions.filter(
    ({ origin }) => origin === "caller",
  );
}

const codeOf = async (request: object) => Object((await gateway.post(JSON.stringify(request))).body.error).code;

/** Returns the message of the issue, after checking that the message of the error says what the reason says. */
async function messageOf(request: object): Promise<string> {
  const { body } = await gateway.post(JSON.stringify(request));
  const { message, reason, issues } = Object(body.error);
  expect(message).toBe(REASONS[reason as Reason]);
  return issues[0].message;
}

describe("a caller's request that nobody has reviewed", () => {
  it("is refused with its submission and the review state", async () => {
    const request = newRequest();
    const waiting = await messageOf(request);
    const [submission] = await kept(request);
    if (submission === undefined) throw new Error("it was not kept");
    expect(waiting).toMatch(new RegExp(`Submission ${submission.submissionId} waits for review\\.$`));
    expect(await messageOf(request)).toBe(waiting);
    await reviewer.call.reviews.decide({ ...approval(submission), quality: "changes", note: "Name the source." });
    expect(await messageOf(request)).toMatch(/Reviewers asked for changes to submission [0-9a-f-]{36}\.$/);
  });

  it("appears in the review queue only once, however often it is sent", async () => {
    const request = newRequest();
    const bodies = Array.from({ length: 20 }, () => JSON.stringify(request));
    await sendMany(gateway.url, gateway.key, bodies, ({ status }) => expect(status).toBe(422));
    const { submissions: queue } = await reviewer.call.reviews.queue({ taskId: identify(request.task).id });
    expect(queue).toHaveLength(1);
    expect(queue[0]).toMatchObject({ origin: "caller", status: "submitted", mine: false });
    expect((await reviewer.call.submissions.get({ submissionId: queue[0]?.submissionId ?? "" })).request).toEqual(
      request,
    );
  });

  it("is answered after a reviewer has approved it in the queue", async () => {
    const request = newRequest();
    expect(await codeOf(request)).toBe("TASK_NOT_SUPPORTED");
    const [submission] = await kept(request);
    if (submission === undefined) throw new Error("it was not kept");
    await reviewer.call.reviews.decide(approval(submission));
    expect(await codeOf(request)).toBeUndefined();
    expect(await kept(request)).toHaveLength(1);
  });

  it("waits for review if its task is accepted but its input is not", async () => {
    const example = readExample("binary");
    const request = { ...example, input: { ...example.input, as_of: "2026-06-20T00:00:00Z" } };
    expect(await codeOf(request)).toBe("INPUT_QUALITY_UNVERIFIED");
    expect(await kept(request)).toHaveLength(1);
  });

  it("is not sent for review again if a member has submitted it or it was rejected", async () => {
    const [submitted, rejected] = [newRequest(), newRequest()];
    await researcher.call.submissions.submit({ request: submitted });
    expect(await codeOf(submitted)).toBe("TASK_NOT_SUPPORTED");
    expect(await kept(submitted)).toEqual([]);
    await codeOf(rejected);
    const [submission] = await kept(rejected);
    if (submission === undefined) throw new Error("it was not kept");
    await reviewer.call.reviews.decide({ ...approval(submission), quality: "reject", note: "No." });
    await codeOf(rejected);
    expect(await kept(rejected)).toHaveLength(1);
  });

  it("is sent for review if a member has submitted and withdrawn the same content", async () => {
    const request = newRequest();
    const { submissionId } = await researcher.call.submissions.submit({ request });
    await researcher.call.submissions.withdraw({ submissionId });
    expect(await messageOf(request)).toMatch(/waits for review\.$/);
    expect(await kept(request)).toMatchObject([{ status: "submitted" }]);
  });

  it("is not sent for review if it has other errors", async () => {
    const request = newRequest();
    const noContext = { ...request, input: { ...request.input, context: [] } };
    expect(await codeOf(noContext)).toBe("TASK_NOT_SUPPORTED");
    expect(await codeOf({ ...request, model: "service-r12-a" })).toBe("MODEL_NOT_SUPPORTED");
    expect(await codeOf({ ...request, extra: 1 })).toBe("INVALID_REQUEST");
    expect(await kept(request)).toEqual([]);
  });

  it("is not sent for review if a member runs it in the console", async () => {
    const request = newRequest();
    await expect(researcher.call.forecasts.run(request)).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
    expect(await kept(request)).toEqual([]);
  });

  it("is sent for review if sent with GATEWAY_API_KEY too", async () => {
    const request = newRequest();
    await gateway.post(JSON.stringify(request), { authorization: "Bearer environment-key-0123456789" });
    expect(await kept(request)).toMatchObject([{ authorId: "environment" }]);
  });

  it("is not sent for review if its API key has 100 open submissions, and the message says so", async () => {
    const key = await gateway.issue({ name: "busy" });
    const requests = Array.from({ length: 130 }, newRequest);
    const codes = new Set<unknown>();
    let unsent = 0;
    const bodies = requests.map((request) => JSON.stringify(request));
    await sendMany(gateway.url, key, bodies, ({ body }) => {
      const { code, message, issues } = Object(body.error);
      codes.add(code);
      const full = "The request was not sent for review, because this API key already has 100 open submissions.";
      expect(message.startsWith(full)).toBe(issues[0].message.endsWith(` ${full}`));
      if (message.startsWith(full)) unsent++;
    });
    expect([...codes]).toEqual(["TASK_NOT_SUPPORTED"]);
    const open = (await Promise.all(requests.map(kept))).flat();
    expect(open).toHaveLength(100);
    expect(unsent).toBe(30);
    const [one, ...rest] = open;
    if (one === undefined) return;
    await reviewer.call.reviews.decide(approval(one));
    const late = newRequest();
    await gateway.post(JSON.stringify(late), { authorization: `Bearer ${key}` });
    expect(await kept(late)).toHaveLength(1);
    expect(rest).toHaveLength(99);
  });
});
