import { describe, expect, it } from "vitest";
import { errorBodySchema, submissionStateSchema } from "#lib/contract/response.ts";
import { identify } from "#server/base/digest.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { answerReviewStatus } from "./answer-look-ups.ts";

const { gateway, reviewer, researcher } = await signInRoles();

async function refuse(request: object, key = gateway.key) {
  const reply = await gateway.post(JSON.stringify(request), { authorization: `Bearer ${key}` });
  expect(reply.status).toBe(422);
  return errorBodySchema.parse(reply.body).error;
}

async function follow(submissionId: string, key = gateway.key) {
  const headers = { authorization: `Bearer ${key}` };
  const request = new Request(`http://localhost/review-status/${submissionId}`, { headers });
  const response = await answerReviewStatus(gateway.gateway, request, { submissionId });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const seenOf = (submission: { id: string; task_id: string; input_id: string }) => ({
  submissionId: submission.id,
  taskId: submission.task_id,
  inputId: submission.input_id,
});

describe("a refused request", () => {
  it("names its submission, the cause and the reference, and can be followed until it is approved", async () => {
    const request = newRequest();
    const error = await refuse(request);
    const { submission } = error;
    if (submission === undefined) throw new Error("it has no submission");
    expect(error).toMatchObject({
      code: "TASK_NOT_SUPPORTED",
      reason: "in_review",
      doc_url: "/docs#TASK_NOT_SUPPORTED",
      submission: {
        status: "submitted",
        url: `${gateway.gateway.config.consoleUrl}/submissions/${submission.id}`,
        task_id: identify(request.task).id,
        input_id: identify(request.input).id,
        note: null,
      },
    });
    const waiting = await follow(submission.id);
    expect(waiting).toMatchObject({ status: 200, body: submission });
    expect(Number(waiting.headers.get("retry-after"))).toBeGreaterThan(0);

    await reviewer.call.reviews.decide(approval(seenOf(submission)));
    const approved = await follow(submission.id);
    expect(submissionStateSchema.parse(approved.body)).toEqual({ ...submission, status: "approved" });
    expect(approved.headers.get("retry-after")).toBeNull();
    expect((await gateway.post(JSON.stringify(request))).status).toBe(200);

    const { taskId, inputId } = seenOf(submission);
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "A mistake." });
    expect(await refuse(request)).toMatchObject({ code: "INPUT_QUALITY_UNVERIFIED", reason: "revoked" });
  });

  it.each([
    ["changes", "changes_requested"],
    ["reject", "rejected"],
  ] as const)("tells the reviewer's note after the verdict %s", async (quality, reason) => {
    const request = newRequest();
    const { submission } = await refuse(request);
    if (submission === undefined) throw new Error("it has no submission");
    await reviewer.call.reviews.decide({ ...approval(seenOf(submission)), quality, note: " Name the source. " });
    const expected = { id: submission.id, status: reason, note: "Name the source." };
    expect(await refuse(request)).toMatchObject({ reason, submission: expected });
    expect(await follow(submission.id)).toMatchObject({ status: 200, body: expected });
  });

  it("of another API key with the same content can be followed by both, but by no other key", async () => {
    const [other, stranger] = await Promise.all([
      gateway.issue({ name: "other" }),
      gateway.issue({ name: "stranger" }),
    ]);
    const request = newRequest();
    const { submission } = await refuse(request);
    const id = submission?.id ?? "";
    expect(await follow(id, other)).toMatchObject({ status: 404 });
    expect(await refuse(request, other)).toMatchObject({ submission });
    for (const key of [gateway.key, other]) expect(await follow(id, key)).toMatchObject({ status: 200 });
    expect(await follow(id, stranger)).toMatchObject({ status: 404, body: { error: { code: "INVALID_REQUEST" } } });
    expect(await follow("nothing")).toMatchObject({ status: 404 });
  });

  it("with the content of a member can be followed, without the note to the member", async () => {
    const request = newRequest();
    const submitted = await researcher.call.submissions.submit({ request });
    expect(await refuse(request)).toMatchObject({ submission: { id: submitted.submissionId } });
    await reviewer.call.reviews.decide({ ...approval(submitted), quality: "changes", note: "For you." });
    expect(await follow(submitted.submissionId)).toMatchObject({ body: { status: "changes_requested", note: null } });
  });

  it("has another reason if the model cannot use it, and no submission", async () => {
    const request = newRequest();
    const error = await refuse({ ...request, input: { ...request.input, context: [] } });
    expect(error).toMatchObject({ code: "TASK_NOT_SUPPORTED", reason: "unusable_context" });
    expect(error.submission).toBeUndefined();
    expect((await refuse({ ...request, extra: 1 })).reason).toBeUndefined();
  });
});

it("has a rate limit of its own", async () => {
  const key = await gateway.issue({ name: "slow", ratePerMinute: 2 });
  const { submission } = await refuse(newRequest(), key);
  const id = submission?.id ?? "";
  expect((await follow(id, key)).headers.get("ratelimit")).toMatch('"requests";r=1;');
  expect(await follow(id, key)).toMatchObject({ status: 200 });
  expect(await follow(id, key)).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMITED" } } });
  expect((await gateway.post("{}", { authorization: `Bearer ${key}` })).status).toBe(422);
});
