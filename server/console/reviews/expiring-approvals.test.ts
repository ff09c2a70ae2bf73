import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { addSession } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { renewExpiring } from "./approvals.ts";

const DAY_MS = 86_400_000;
let time = Date.now();
const surroundings = { now: () => new Date(time), repeat: () => () => {} };

const { gateway, researcher, reviewer, admin } = await signInRoles({}, surroundings);
const limited = await signInRoles({ APPROVAL_MAX_DAYS: "90", REVIEWS_REQUIRED: "2" }, surroundings);
const second = await addSession(limited.gateway, "reviewer");

const inDays = (days: number) => new Date(time + days * DAY_MS).toISOString();
const errorOf = async (request: object) => Object((await gateway.post(JSON.stringify(request))).body.error);
const codeOf = async (request: object) => (await errorOf(request)).code;

/** A question that resolves in 10 years, so that it outlives its approvals. */
const newQuestion = () => newRequest(inDays(3_650));

async function approveUntil(days: number | undefined, request = newQuestion()) {
  const submission = await researcher.call.submissions.submit({ request });
  const expiresAt = days === undefined ? undefined : inDays(days);
  await reviewer.call.reviews.decide({ ...approval(submission), expiresAt });
  return { ...submission, request };
}

async function open(taskId: string) {
  return (await reviewer.call.reviews.queue({ taskId })).submissions;
}

async function stateOf(submissionId: string) {
  return (await reviewer.call.reviews.context({ submissionId })).reviewState;
}

describe("an approval with an expiry", () => {
  it("is used until then, and counts as missing afterwards", async () => {
    const { request } = await approveUntil(30);
    time += 30 * DAY_MS - 1;
    expect(await codeOf(request)).toBeUndefined();
    time += 1;
    expect(await codeOf(request)).toBe("TASK_NOT_SUPPORTED");
  });

  it("is not used after it has expired by the clock of the database, even if the gateway's clock is behind", async () => {
    const now = time;
    time = Date.now() - 2 * DAY_MS;
    const { request, submissionId } = await approveUntil(1);
    const refused = await errorOf(request);
    expect(refused).toMatchObject({ code: "TASK_NOT_SUPPORTED", reason: "in_review" });
    expect(refused.submission).toMatchObject({ status: "submitted" });
    expect(refused.submission.id).not.toBe(submissionId);
    time = now;
  });

  it("does not shorten an existing binding that does not expire", async () => {
    const { request } = await approveUntil(undefined);
    const input = { ...request.input, as_of: "2026-06-16T00:00:00Z" };
    await approveUntil(30, { ...request, input });
    time += 30 * DAY_MS;
    expect(await codeOf({ ...request, input })).toBe("INPUT_QUALITY_UNVERIFIED");
    expect(await codeOf(request)).toBeUndefined();
  });

  it("is refused if the expiry has passed", async () => {
    const submission = await researcher.call.submissions.submit({ request: newQuestion() });
    const decision = { ...approval(submission), expiresAt: inDays(0) };
    await expect(reviewer.call.reviews.decide(decision)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await open(submission.taskId)).toHaveLength(1);
  });

  it("is shown with its expiry, before and after it", async () => {
    const { submissionId } = await approveUntil(30);
    const end = inDays(30);
    const until = { boundUntil: end, approvedUntil: end };
    expect(await stateOf(submissionId)).toEqual({ bound: true, approved: true, ...until });
    time += 30 * DAY_MS;
    expect(await stateOf(submissionId)).toEqual({ bound: false, approved: false, ...until });
    const { verdicts } = await researcher.call.submissions.get({ submissionId });
    expect(verdicts).toMatchObject([{ expiresAt: end }]);
  });

  it("has no expiry if the reviewer approves nothing", async () => {
    const submission = await researcher.call.submissions.submit({ request: newQuestion() });
    const refused = { binding: "reject", quality: "changes", note: "No." } as const;
    await reviewer.call.reviews.decide({ ...approval(submission), ...refused, expiresAt: inDays(1) });
    const { verdicts } = await researcher.call.submissions.get({ submissionId: submission.submissionId });
    expect(verdicts).toMatchObject([{ expiresAt: null }]);
  });

  it("lasts as long as the longest review, in any order", async () => {
    const days = fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 4 }), async (ends) => {
        const request = newQuestion();
        let submissionId = "";
        for (const end of ends) ({ submissionId } = await approveUntil(end, request));
        const longest = ends.includes(undefined) ? null : inDays(Math.max(...ends.map((end) => end ?? 0)));
        expect(await stateOf(submissionId)).toMatchObject({ boundUntil: longest, approvedUntil: longest });
      }),
      { numRuns: 10 },
    );
    const { errors } = await verifyAuditLog(gateway.gateway.database, gateway.gateway.checkpoints, COMPARISONS);
    expect(errors).toEqual([]);
  });
});

describe("an approval that expires soon", () => {
  it("returns to the review queue a week before, once, as a renewal by the same author", async () => {
    const { taskId, submissionId } = await approveUntil(30);
    time += 23 * DAY_MS - 1;
    await renewExpiring(gateway.gateway);
    expect(await open(taskId)).toEqual([]);
    time += 1;
    for (let run = 0; run < 2; run++) await renewExpiring(gateway.gateway);
    expect(await open(taskId)).toMatchObject([
      { isRenewal: true, supersedes: submissionId, authorId: researcher.memberId, origin: "console" },
    ]);
  });

  it("returns only once if several processes renew it", async () => {
    const { taskId } = await approveUntil(10);
    time += 5 * DAY_MS;
    await Promise.all(Array.from({ length: 4 }, () => renewExpiring(gateway.gateway)));
    expect(await open(taskId)).toHaveLength(1);
  });

  it("returns after half of its duration if it lasts for less than two weeks", async () => {
    const { taskId } = await approveUntil(2);
    await renewExpiring(gateway.gateway);
    expect(await open(taskId)).toEqual([]);
    time += DAY_MS;
    await renewExpiring(gateway.gateway);
    expect(await open(taskId)).toHaveLength(1);
  });

  it("is extended by the renewal, which is renewed in turn", async () => {
    const { taskId, request } = await approveUntil(30);
    for (let month = 0; month < 3; month++) {
      time += 25 * DAY_MS;
      await renewExpiring(gateway.gateway);
      const [renewal] = await open(taskId);
      if (renewal === undefined) throw new Error("it was not renewed");
      await reviewer.call.reviews.decide({ ...approval(renewal), expiresAt: inDays(30) });
      expect(await codeOf(request)).toBeUndefined();
    }
  });

  it("does not return if its author has withdrawn the renewal", async () => {
    const { taskId } = await approveUntil(10);
    time += 9 * DAY_MS;
    await renewExpiring(gateway.gateway);
    const [renewal] = await open(taskId);
    await researcher.call.submissions.withdraw({ submissionId: renewal?.submissionId ?? "" });
    await renewExpiring(gateway.gateway);
    expect(await open(taskId)).toEqual([]);
  });

  it("does not return if the same content waits for review, was revoked or rejected in part, or resolves before the expiry", async () => {
    const waiting = await approveUntil(10);
    await researcher.call.submissions.submit({ request: waiting.request });
    const revoked = await approveUntil(10);
    for (const kind of ["binding", "approval"] as const)
      await admin.call.reviews.revoke({ kind, ...revoked, reason: "Wrong." });
    const half = await approveUntil(10);
    await admin.call.reviews.revoke({ kind: "approval", ...half, reason: "Wrong." });
    const rejected = await researcher.call.submissions.submit({ request: newQuestion() });
    const decision = { ...approval(rejected), quality: "reject", note: "No.", expiresAt: inDays(10) } as const;
    await reviewer.call.reviews.decide(decision);
    const resolved = await approveUntil(10, newRequest(inDays(9)));
    time += 9 * DAY_MS;
    await renewExpiring(gateway.gateway);
    expect(await open(waiting.taskId)).toMatchObject([{ isRenewal: false }]);
    for (const { taskId } of [revoked, half, rejected, resolved]) expect(await open(taskId)).toEqual([]);
  });
});

describe("a caller whose approval has expired", () => {
  it("is told that the request is in review, and gets answers again after the renewal", async () => {
    const request = newQuestion();
    const sent = (await errorOf(request)).submission;
    const seen = { submissionId: sent.id, taskId: sent.task_id, inputId: sent.input_id };
    await reviewer.call.reviews.decide({ ...approval(seen), expiresAt: inDays(1) });
    time += 2 * DAY_MS;
    const { reason, submission } = await errorOf(request);
    expect(reason).toBe("in_review");
    expect(submission).toMatchObject({ status: "submitted" });
    expect(submission.id).not.toBe(sent.id);
    expect((await errorOf(request)).submission).toEqual(submission);
    await reviewer.call.reviews.decide(approval({ ...seen, submissionId: submission.id }));
    expect(await codeOf(request)).toBeUndefined();
  });

  it("sends the request for review once, even if a clock ahead gave the first submission a later id", async () => {
    const request = newQuestion();
    const { task_id: taskId, input_id: inputId } = (await errorOf(request)).submission;
    const submissionId = "ffffffff-ffff-7fff-bfff-ffffffffffff";
    const { pool } = gateway.gateway.database;
    await pool.query("update submissions set id = $1 where task_id = $2", [submissionId, taskId]);
    await reviewer.call.reviews.decide({ ...approval({ submissionId, taskId, inputId }), expiresAt: inDays(1) });
    time += 2 * DAY_MS;
    const { submission } = await errorOf(request);
    expect(submission.id).not.toBe(submissionId);
    expect((await errorOf(request)).submission).toEqual(submission);
  });

  it("is told that the approval was revoked if it was, even after the binding has expired", async () => {
    const { request, ...revoked } = await approveUntil(10);
    await admin.call.reviews.revoke({ kind: "approval", ...revoked, reason: "Wrong." });
    expect(await errorOf(request)).toMatchObject({ code: "INPUT_QUALITY_UNVERIFIED", reason: "revoked" });
    time += 11 * DAY_MS;
    expect(await errorOf(request)).toMatchObject({ code: "TASK_NOT_SUPPORTED", reason: "revoked" });
  });
});

describe("with APPROVAL_MAX_DAYS and two required reviews, an approval", () => {
  async function endAfter(first: number | undefined, then: number | undefined) {
    const submission = await limited.researcher.call.submissions.submit({ request: newQuestion() });
    const decision = (days: number | undefined) => ({
      ...approval(submission),
      expiresAt: days === undefined ? undefined : inDays(days),
    });
    await limited.reviewer.call.reviews.decide(decision(first));
    await second.call.reviews.decide(decision(then));
    const { submissionId } = submission;
    return (await limited.reviewer.call.reviews.context({ submissionId })).reviewState.approvedUntil;
  }

  it("expires after this number of days if no reviewer sets an expiry", async () => {
    expect(await endAfter(undefined, undefined)).toBe(inDays(90));
  });

  it("expires at the earliest expiry that a reviewer sets", async () => {
    expect(await endAfter(7, undefined)).toBe(inDays(7));
    expect(await endAfter(8, 7)).toBe(inDays(7));
  });

  it("returns to the queue if the first reviewer's expiry has passed before the second one approves", async () => {
    const submission = await limited.researcher.call.submissions.submit({ request: newQuestion() });
    await limited.reviewer.call.reviews.decide({ ...approval(submission), expiresAt: inDays(7) });
    time += 10 * DAY_MS;
    await second.call.reviews.decide(approval(submission));
    await renewExpiring(limited.gateway.gateway);
    const { taskId, submissionId } = submission;
    const { submissions: queue } = await second.call.reviews.queue({ taskId });
    expect(queue).toMatchObject([{ isRenewal: true, supersedes: submissionId }]);
  });

  it("is refused with a later expiry", async () => {
    await expect(endAfter(91, 7)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
