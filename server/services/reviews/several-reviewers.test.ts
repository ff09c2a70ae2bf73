import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSession, type ConsoleSession, signInAs } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

let gateway: TestGateway;
let researcher: ConsoleSession;
let first: ConsoleSession;
let second: ConsoleSession;

beforeAll(async () => {
  gateway = await startGateway({ REVIEWS_REQUIRED: "2" });
  researcher = await signInAs(gateway, "researcher");
  first = await signInAs(gateway, "reviewer");
  second = await addSession(gateway, "reviewer");
});
afterAll(() => gateway.stop());

const codeOf = async (request: object) => Object((await gateway.post(JSON.stringify(request))).body.error).code;

describe("where two reviewers are required", () => {
  it("what ships with the gateway is approved all the same", async () => {
    expect((await gateway.post(JSON.stringify(readExample("binary")))).status).toBe(200);
  });

  it("a submission is approved by the second, not by the first, nor by the first twice", async () => {
    const request = newRequest();
    const submission = await researcher.call.submissions.submit({ request });
    expect(await first.call.reviews.decide(approval(submission))).toMatchObject({ status: "submitted" });
    expect(await codeOf(request)).toBe("TASK_NOT_SUPPORTED");
    await expect(first.call.reviews.decide(approval(submission))).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await codeOf(request)).toBe("TASK_NOT_SUPPORTED");
    expect(await second.call.reviews.decide(approval(submission))).toMatchObject({ status: "approved" });
    expect(await codeOf(request)).toBeUndefined();
  });

  it("a second reviewer sees no earlier verdict before giving their own", async () => {
    const { submissionId, ...seen } = await researcher.call.submissions.submit({ request: newRequest() });
    await first.call.reviews.decide({ ...approval({ submissionId, ...seen }), note: "telling words" });
    const before = await second.call.submissions.get({ submissionId });
    expect(before.verdicts).toEqual([]);
    expect(
      JSON.stringify([before, await second.call.submissions.list({}), await second.call.reviews.queue({})]),
    ).not.toContain("telling words");
    await second.call.reviews.decide(approval({ submissionId, ...seen }));
    const after = await second.call.submissions.get({ submissionId });
    expect(after.verdicts.map(({ reviewerId }) => reviewerId)).toEqual([first.memberId, second.memberId]);
  });

  it("nothing that anybody else reads tells whether there is a verdict, for an open submission has only approvals", async () => {
    const submission = await researcher.call.submissions.submit({ request: newRequest() });
    const { submissionId, taskId } = submission;
    const read = async ({ call }: ConsoleSession) => ({
      submission: await call.submissions.get({ submissionId }),
      submissions: await call.submissions.list({}),
      queue: await call.reviews.queue({ taskId }),
      review: await call.reviews.context({ submissionId }),
      neighbours: await call.reviews.neighbours({ submissionId }),
      ofTask: await call.audit.list({ taskId, limit: 5 }),
      ofKind: (await call.audit.list({ kind: "review.decided", limit: 5 })).records,
      ofReviewer: (await call.audit.list({ actorId: first.memberId, limit: 5 })).records,
    });
    const readers = [second, researcher, await signInAs(gateway, "admin")];
    const before = await Promise.all(readers.map(read));
    await first.call.reviews.decide(approval(submission));
    expect(await Promise.all(readers.map(read))).toEqual(before);
    expect((await first.call.audit.list({ kind: "review.decided", limit: 1 })).records[0]?.event).toMatchObject({
      submission_id: submissionId,
      binding: "approve",
    });
  });

  it("a second reviewer does not read an earlier verdict in the record either", async () => {
    const { submissionId, ...seen } = await researcher.call.submissions.submit({ request: newRequest() });
    await first.call.reviews.decide({ ...approval({ submissionId, ...seen }), note: "words for the record" });
    const { records } = await second.call.audit.list({ kind: "review.decided" });
    expect(JSON.stringify(records)).not.toContain("words for the record");
  });

  it("the queue tells each reviewer what they have decided on already", async () => {
    const { submissionId, ...seen } = await researcher.call.submissions.submit({ request: newRequest() });
    await first.call.reviews.decide(approval({ submissionId, ...seen }));
    const mine = async ({ call }: ConsoleSession) =>
      (await call.reviews.queue({ limit: 200 })).submissions.find((queued) => queued.submissionId === submissionId)
        ?.mine;
    expect([await mine(first), await mine(second)]).toEqual([true, false]);
  });

  it("two approvals at once grant once", async () => {
    const request = newRequest();
    const submission = await researcher.call.submissions.submit({ request });
    const decided = await Promise.all([first, second].map(({ call }) => call.reviews.decide(approval(submission))));
    expect(decided.map(({ status }) => status).sort()).toEqual(["approved", "submitted"]);
    expect(await codeOf(request)).toBeUndefined();
  });

  it("one rejection is enough to refuse", async () => {
    const request = newRequest();
    const submission = await researcher.call.submissions.submit({ request });
    await first.call.reviews.decide(approval(submission));
    const rejected = { ...approval(submission), quality: "reject" as const, note: "It leaks." };
    expect(await second.call.reviews.decide(rejected)).toMatchObject({ status: "rejected" });
    // Both accept the task; nobody but the first the input.
    expect(await codeOf(request)).toBe("INPUT_QUALITY_UNVERIFIED");
  });
});
