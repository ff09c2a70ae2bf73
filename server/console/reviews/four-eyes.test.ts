import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Role } from "#lib/domain/members.ts";
import { identify } from "#server/base/digest.ts";
import { members } from "#server/db/member-schema.ts";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { approval, newRequest, type Seen } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { decide } from "./decide-submission.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();

const submit = (author: ConsoleSession, request = newRequest(), supersedes?: string) =>
  author.call.submissions.submit({ request, supersedes });

const withOtherInput = (request: PredictionRequest): PredictionRequest => ({
  ...request,
  input: { ...request.input, context: request.input.context.slice(1) },
});

async function askForChanges(submission: Seen): Promise<void> {
  const other = await addSession(gateway, "reviewer");
  await other.call.reviews.decide({ ...approval(submission), quality: "changes", note: "Another source, please." });
}

async function makeRole(member: ConsoleSession, role: Role): Promise<void> {
  const { orm } = gateway.gateway.database;
  await orm.update(members).set({ role }).where(eq(members.id, member.memberId));
}

/** Expects the decision to be refused, and both the submission and the queue to give the reason. */
async function expectRefused(by: ConsoleSession, submission: Seen): Promise<void> {
  const { submissionId } = submission;
  await expect(by.call.reviews.decide(approval(submission))).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await by.call.submissions.get({ submissionId })).may.decide).toContain("You wrote this task");
  const { submissions } = await by.call.reviews.queue({ taskId: submission.taskId, limit: 200 });
  expect(submissions.find((queued) => queued.submissionId === submissionId)?.may.decide).toContain(
    "You wrote this task",
  );
}

describe("a decision in progress when its reviewer is demoted", () => {
  it("is refused", async () => {
    const demoted = await addSession(gateway, "reviewer");
    const submission = await submit(researcher);
    // The member's data as read before the demotion.
    const account = { id: demoted.memberId, name: "Demoted", email: "demoted@example.com", role: "reviewer" } as const;
    const seen = { ...account, sessionId: "a session" };
    await makeRole(demoted, "researcher");
    await expect(decide(gateway.gateway, seen, approval(submission))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the four-eyes rule", () => {
  it("refuses a decision on a task that the reviewer wrote", async () => {
    const own = await submit(reviewer);
    await expectRefused(reviewer, own);
    const other = await addSession(gateway, "reviewer");
    expect((await other.call.submissions.get({ submissionId: own.submissionId })).may.decide).toBeNull();
    expect(await other.call.reviews.decide(approval(own))).toMatchObject({ status: "approved" });
  });

  it("refuses a decision on a task that the reviewer was the last to edit", async () => {
    const first = await submit(researcher);
    await askForChanges(first);
    await expectRefused(reviewer, await submit(reviewer, newRequest(), first.submissionId));
  });

  it("refuses a decision on a revision of the reviewer's task, even after several revisions by another member", async () => {
    const first = await submit(reviewer);
    await askForChanges(first);
    const second = await submit(researcher, newRequest(), first.submissionId);
    await expectRefused(reviewer, await submit(researcher, newRequest(), second.submissionId));
  });

  it("refuses a decision on the reviewer's content that another member has submitted again", async () => {
    const request = newRequest();
    const { submissionId } = await submit(reviewer, request);
    await reviewer.call.submissions.withdraw({ submissionId });
    await expectRefused(reviewer, await submit(researcher, request));
  });

  it("refuses a decision on the reviewer's task with an input by another member", async () => {
    const request = newRequest();
    await submit(reviewer, request);
    await expectRefused(reviewer, await submit(researcher, withOtherInput(request)));
  });

  it("refuses a decision on a task derived from the reviewer's, with an input by another member", async () => {
    const first = await submit(reviewer);
    await askForChanges(first);
    const revised = newRequest();
    await submit(researcher, revised, first.submissionId);
    await expectRefused(reviewer, await submit(researcher, withOtherInput(revised)));
  });

  it("allows a decision on a task that the reviewer did not write", async () => {
    await submit(reviewer);
    const { submissionId, ...seen } = await submit(researcher);
    expect((await reviewer.call.submissions.get({ submissionId })).may.decide).toBeNull();
    const decided = await reviewer.call.reviews.decide(approval({ submissionId, ...seen }));
    expect(decided.status).toBe("approved");
  });
});

describe("the four-eyes rule for requests sent with an API key", () => {
  /** Returns a reviewer who created an API key while an administrator, and a submission that was sent with the key. */
  async function makeSender(obtain: (admin: ConsoleSession) => Promise<string>) {
    const sender = await addSession(gateway, "admin");
    const key = await obtain(sender);
    const request = newRequest();
    await gateway.post(JSON.stringify(request), { authorization: `Bearer ${key}` });
    await makeRole(sender, "reviewer");
    const { submissions } = await sender.call.reviews.queue({ origin: "caller", limit: 200 });
    const taskId = identify(request.task).id;
    const submission = submissions.find((queued) => queued.taskId === taskId);
    if (submission === undefined) throw new Error("the request is not waiting for review");
    return { sender, submission };
  }

  it("refuses a decision by the reviewer who created the key", async () => {
    const { sender, submission } = await makeSender(
      async ({ call }) => (await call.credentials.issue({ name: "backend" })).key,
    );
    await expectRefused(sender, submission);
    expect(await reviewer.call.reviews.decide(approval(submission))).toMatchObject({ status: "approved" });
  });

  it("refuses a decision by the reviewer who rotated the key, even if another member created the original key", async () => {
    const { credentialId } = await admin.call.credentials.issue({ name: "backend" });
    const { sender, submission } = await makeSender(
      async ({ call }) => (await call.credentials.rotate({ credentialId, overlapSeconds: 0 })).key,
    );
    await expectRefused(sender, submission);
  });
});

describe("a decision on one's own work", () => {
  it("is recorded as a refused attempt with the session, at most ten times a minute", async () => {
    const author = await addSession(gateway, "reviewer");
    const own = await submit(author);
    const attempts = Array.from({ length: 15 }, () => author.call.reviews.decide(approval(own)));
    for (const { status } of await Promise.allSettled(attempts)) expect(status).toBe("rejected");
    const { events } = await admin.call.audit.list({ kind: "review.refused", actorId: author.memberId, limit: 100 });
    expect(events).toHaveLength(10);
    expect(events[0]?.event).toMatchObject({
      submission_id: own.submissionId,
      task_id: own.taskId,
      reason: "author",
      actor: { id: author.memberId, session_id: await sessionOf(author) },
    });
  });
});

describe("a decision", () => {
  it("is recorded with the session of the reviewer", async () => {
    const submission = await submit(researcher);
    await reviewer.call.reviews.decide(approval(submission));
    const { events } = await admin.call.audit.list({ kind: "review.decided", limit: 1 });
    expect(events[0]?.event).toMatchObject({
      submission_id: submission.submissionId,
      actor: { type: "member", id: reviewer.memberId, session_id: await sessionOf(reviewer) },
    });
  });
});

async function sessionOf({ call }: ConsoleSession): Promise<string | undefined> {
  return (await call.members.sessions()).find(({ current }) => current)?.sessionId;
}

describe("the role check of a decision", () => {
  it("refuses admins and researchers", async () => {
    const decision = approval(await submit(researcher));
    for (const { call } of [admin, researcher])
      await expect(call.reviews.decide(decision)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("refuses an admin who wrote the task, even after the admin becomes a reviewer", async () => {
    const promoted = await addSession(gateway, "admin");
    const own = await submit(promoted);
    await expect(promoted.call.reviews.decide(approval(own))).rejects.toMatchObject({ code: "FORBIDDEN" });
    await makeRole(promoted, "reviewer");
    await expectRefused(promoted, own);
  });

  it("refuses the author of the task, even after the author becomes a reviewer", async () => {
    const promoted = await addSession(gateway, "researcher");
    const own = await submit(promoted);
    await makeRole(promoted, "reviewer");
    await expectRefused(promoted, own);
  });

  it("refuses a reviewer who has lost the role since signing in", async () => {
    const demoted = await addSession(gateway, "reviewer");
    const decision = approval(await submit(researcher));
    await makeRole(demoted, "researcher");
    await expect(demoted.call.reviews.decide(decision)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await demoted.fetch("reviews.decide", decision)).status).toBe(403);
  });

  it("refuses a session that has ended", async () => {
    const leaving = await addSession(gateway, "reviewer");
    const decision = approval(await submit(researcher));
    const headers = { cookie: leaving.cookie, origin: "http://localhost:3000", "content-type": "application/json" };
    const url = "http://localhost:3000/api/auth/sign-out";
    await gateway.gateway.auth.handler(new Request(url, { method: "POST", headers, body: "{}" }));
    await expect(leaving.call.reviews.decide(decision)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});
