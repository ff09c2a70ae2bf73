import { describe, expect, it } from "vitest";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { approval, newRequest, type Seen, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();

const mayOf = async (session: ConsoleSession, { submissionId }: Pick<Seen, "submissionId">) =>
  (await session.call.submissions.get({ submissionId })).may;

const submit = () => researcher.call.submissions.submit({ request: newRequest() });

describe("the permissions that are sent with a submission", () => {
  it("allow the author of an open submission to revise and withdraw it, and a reviewer to decide", async () => {
    const open = await submit();
    expect(await mayOf(researcher, open)).toEqual({
      decide: "Only members with the role reviewer can decide on submissions and evaluations.",
      ...{ review: false, revise: true, withdraw: true, revoke: false, run: false },
    });
    expect(await mayOf(reviewer, open)).toEqual({
      ...{ decide: null, review: true, revise: false, withdraw: false, revoke: true, run: false },
    });
    expect(await mayOf(admin, open)).toEqual({
      decide: "Only members with the role reviewer can decide on submissions and evaluations.",
      ...{ review: true, revise: false, withdraw: false, revoke: true, run: false },
    });
    expect((await mayOf(await addSession(gateway, "researcher"), open)).revise).toBe(false);
    expect(await mayOf(await addSession(gateway, "auditor"), open)).toEqual({
      decide: "Only members with the role reviewer can decide on submissions and evaluations.",
      ...{ review: false, revise: false, withdraw: false, revoke: false, run: false },
    });
  });

  it("allow any member to revise a decided submission, and nobody to decide on it again", async () => {
    const approved = await submitAndApprove(researcher, reviewer);
    for (const session of [researcher, reviewer, admin, await addSession(gateway, "researcher")]) {
      expect(await mayOf(session, approved)).toMatchObject({
        decide: "The review of this submission is closed: approved.",
        ...{ review: false, revise: true, withdraw: false, run: true },
      });
    }
    expect(await mayOf(await addSession(gateway, "auditor"), approved)).toMatchObject({ revise: false, run: false });
    const { submissionId: supersedes } = approved;
    const revision = await admin.call.submissions.submit({ request: newRequest(), supersedes });
    expect(revision).toMatchObject({ supersedes, status: "submitted" });
  });

  it("allow nobody to run a submission whose approval is revoked", async () => {
    const { submissionId, taskId, inputId } = await submitAndApprove(researcher, reviewer);
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "A later observation." });
    expect((await mayOf(researcher, { submissionId })).run).toBe(false);
  });

  it("give the same reason as the review queue and as a refused decision", async () => {
    const own = await reviewer.call.submissions.submit({ request: newRequest() });
    const { decide } = await mayOf(reviewer, own);
    const { submissions } = await reviewer.call.reviews.queue({ taskId: own.taskId });
    expect(submissions.map(({ may }) => may.decide)).toEqual([decide]);
    await expect(reviewer.call.reviews.decide(approval(own))).rejects.toThrow(decide ?? "no reason");
  });
});
