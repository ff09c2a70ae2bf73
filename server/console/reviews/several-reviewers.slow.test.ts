import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VERDICTS } from "#lib/domain/reviews.ts";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import { EXPORTS } from "#server/console/files/exports.ts";
import { addSession, type ConsoleSession, signInAs } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";
import { settledStatus } from "./decide-submission.ts";

let behindMs = 0;

const { gateway, researcher } = await signInRoles(
  { REVIEWS_REQUIRED: "2" },
  { now: () => new Date(Date.now() - behindMs) },
);
const first = await signInAs(gateway, "reviewer");
const second = await addSession(gateway, "reviewer");

const codeOf = async (request: object) => Object((await gateway.post(JSON.stringify(request))).body.error).code;

describe("a deployment that requires two reviewers", () => {
  it("the shipped examples are approved", async () => {
    expect((await gateway.post(JSON.stringify(readExample("binary")))).status).toBe(200);
  });

  it("a submission is approved by the second reviewer, and the first cannot decide twice", async () => {
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

  it("a proof shows a verdict only to members who may read it", async () => {
    const submission = await researcher.call.submissions.submit({ request: newRequest() });
    await first.call.reviews.decide(approval(submission));
    const seq = (await readHead(gateway.gateway.database))?.seq ?? 0;
    const policy = await parsePolicy(gateway.gateway.tree.printPolicy());
    const shownTo = async ({ cookie }: ConsoleSession) => {
      const request = new Request(`http://localhost/api/export/proof?seq=${seq}`, { headers: { cookie } });
      const proof = await verifyProof(await (await EXPORTS.proof(gateway.gateway, request)).text(), policy);
      return proof.ok ? Object.keys(proof.value.contents) : proof.error;
    };
    const all = ["decision", "note"];
    expect([await shownTo(first), await shownTo(second), await shownTo(researcher)]).toEqual([all, [], []]);
    await second.call.reviews.decide(approval(submission));
    expect([await shownTo(second), await shownTo(researcher)]).toEqual([all, all]);
  });

  it("nobody except the reviewer can see that a verdict exists until the required number have judged", async () => {
    const submission = await researcher.call.submissions.submit({ request: newRequest() });
    const { submissionId, taskId } = submission;
    const read = async ({ call }: ConsoleSession) => ({
      submission: await call.submissions.get({ submissionId }),
      submissions: await call.submissions.list({}),
      queue: await call.reviews.queue({ taskId }),
      review: await call.reviews.context({ submissionId }),
      neighbours: await call.reviews.neighbours({ submissionId }),
      ofTask: await call.audit.list({ taskId, limit: 5 }),
      ofKind: (await call.audit.list({ kind: "review.decided", limit: 5 })).events,
      ofReviewer: (await call.audit.list({ actorId: first.memberId, limit: 5 })).events,
    });
    const readers = [second, researcher, await signInAs(gateway, "admin")];
    const before = await Promise.all(readers.map(read));
    await first.call.reviews.decide(approval(submission));
    expect(await Promise.all(readers.map(read))).toEqual(before);
    expect((await first.call.audit.list({ kind: "review.decided", limit: 1 })).events[0]?.event).toMatchObject({
      submission_id: submissionId,
      decision: { binding: "approve" },
    });
  });

  it("a second reviewer cannot read an earlier verdict in the audit log", async () => {
    const { submissionId, ...seen } = await researcher.call.submissions.submit({ request: newRequest() });
    await first.call.reviews.decide({ ...approval({ submissionId, ...seen }), note: "words for the record" });
    const { events } = await second.call.audit.list({ kind: "review.decided" });
    expect(JSON.stringify(events)).not.toContain("words for the record");
  });

  it("the queue marks the submissions that a reviewer has already decided", async () => {
    const { submissionId, ...seen } = await researcher.call.submissions.submit({ request: newRequest() });
    await first.call.reviews.decide(approval({ submissionId, ...seen }));
    const mine = async ({ call }: ConsoleSession) =>
      (await call.reviews.queue({ limit: 200 })).submissions.find((queued) => queued.submissionId === submissionId)
        ?.mine;
    expect([await mine(first), await mine(second)]).toEqual([true, false]);
  });

  it("after a disagreement, the last verdict decides, even if its gateway's clock is behind", async () => {
    const submission = await researcher.call.submissions.submit({ request: newRequest() });
    const third = await addSession(gateway, "reviewer");
    const refusal = (quality: "changes" | "reject") => ({ ...approval(submission), quality, note: "Why." });
    await first.call.reviews.decide(approval(submission));
    await second.call.reviews.decide(refusal("changes"));
    behindMs = 3_600_000;
    expect(await third.call.reviews.decide(refusal("reject"))).toMatchObject({ status: "rejected" });
    behindMs = 0;
  });

  it("concurrent approvals by both reviewers approve the submission once", async () => {
    const request = newRequest();
    const submission = await researcher.call.submissions.submit({ request });
    const decided = await Promise.all([first, second].map(({ call }) => call.reviews.decide(approval(submission))));
    expect(decided.map(({ status }) => status).sort()).toEqual(["approved", "submitted"]);
    expect(await codeOf(request)).toBeUndefined();
  });

  it("a first refusal leaves the submission open, and a second one closes it", async () => {
    const submission = await researcher.call.submissions.submit({ request: newRequest() });
    const changes = { ...approval(submission), quality: "changes" as const, note: "Name the source." };
    expect(await first.call.reviews.decide(changes)).toMatchObject({ status: "submitted" });
    expect((await second.call.submissions.get(submission)).verdicts).toEqual([]);
    expect(await second.call.reviews.decide(changes)).toMatchObject({ status: "changes_requested" });
  });

  it.each([
    ["approves", "approved", {}],
    ["rejects", "rejected", { quality: "reject", note: "It leaks." }],
    ["asks for changes", "changes_requested", { quality: "changes", note: "Name the source." }],
  ] as const)(
    "a disagreement is shown to everybody, and a third reviewer who %s decides it",
    async (_, status, verdict) => {
      const request = newRequest();
      const submission = await researcher.call.submissions.submit({ request });
      await first.call.reviews.decide(approval(submission));
      const rejected = { ...approval(submission), quality: "reject" as const, note: "It leaks." };
      expect(await second.call.reviews.decide(rejected)).toMatchObject({ status: "submitted" });
      const third = await addSession(gateway, "reviewer");
      const shown = await third.call.submissions.get(submission);
      expect(shown).toMatchObject({ disputed: true, may: { decide: null } });
      expect(shown.verdicts.map(({ reviewerId }) => reviewerId)).toEqual([first.memberId, second.memberId]);
      const { submissions } = await third.call.reviews.queue({ taskId: submission.taskId });
      expect(submissions).toMatchObject([{ disputed: true, mine: false }]);
      const { events } = await third.call.audit.list({ kind: "review.decided", taskId: submission.taskId, limit: 5 });
      expect(events).toHaveLength(2);
      await expect(first.call.reviews.decide(rejected)).rejects.toMatchObject({ code: "CONFLICT" });
      expect(await codeOf(request)).toBe("INPUT_QUALITY_UNVERIFIED");
      expect(await third.call.reviews.decide({ ...approval(submission), ...verdict })).toMatchObject({ status });
      expect(await codeOf(request)).toBe(status === "approved" ? undefined : "INPUT_QUALITY_UNVERIFIED");
    },
  );

  it("agreement and times cover closed submissions only", async () => {
    const before = await researcher.call.reviews.agreement();
    const open = await researcher.call.submissions.submit({ request: newRequest() });
    await first.call.reviews.decide(approval(open));
    const during = await researcher.call.reviews.agreement();
    expect(during).toEqual(before);
    await second.call.reviews.decide(approval(open));
    const { equal, reviewers } = await researcher.call.reviews.agreement();
    expect(equal.submissions).toBe(before.equal.submissions + 1);
    const decisionsOf = (of: typeof reviewers) => of.find(({ reviewerId }) => reviewerId === first.memberId)?.decisions;
    expect(decisionsOf(reviewers)).toBe((decisionsOf(before.reviewers) ?? 0) + 1);
  });
});

describe("the status derived from the verdicts", () => {
  const verdict = fc.constantFrom(...VERDICTS);
  const given = fc.array(fc.record({ binding: verdict, quality: verdict }), { maxLength: 9 });
  const approves = ({ binding, quality }: { binding: string; quality: string }) =>
    binding === "approve" && quality === "approve";

  it("is approved if and only if the required number of reviewers approve both parts", () => {
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 4 }), (verdicts, required) => {
        const approvals = verdicts.filter(approves).length;
        const refusals = verdicts.length - approvals;
        const status = settledStatus(verdicts, required);
        expect(status === "approved").toBe(approvals >= required);
        expect(status === "submitted").toBe(approvals < required && refusals < required);
      }),
    );
  });
});
