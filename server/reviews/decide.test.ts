import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members } from "#server/db/schema.ts";
import { listRecords } from "#server/records/list.ts";
import { addSession, type ConsoleSession, signInAs } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";

let gateway: TestGateway;
let researcher: ConsoleSession;
let reviewer: ConsoleSession;
let admin: ConsoleSession;

beforeAll(async () => {
  gateway = await startGateway();
  researcher = await signInAs(gateway, "researcher");
  reviewer = await signInAs(gateway, "reviewer");
  admin = await signInAs(gateway, "admin");
});
afterAll(() => gateway.stop());

const submitted = () => researcher.call.submissions.submit({ request: newRequest() });
const statusOf = async (request: object) => (await gateway.post(JSON.stringify(request))).status;

describe("a submission", () => {
  it("is answered by the API once it is approved, and the decision is in the record", async () => {
    const request = newRequest();
    const submission = await researcher.call.submissions.submit({ request });
    expect(submission).toMatchObject({ status: "submitted", authorId: researcher.memberId });
    expect(await statusOf(request)).toBe(422);
    const decided = await reviewer.call.reviews.decide(approval(submission));
    expect(decided).toMatchObject({ submissionId: submission.submissionId, status: "approved" });
    expect(await statusOf(request)).toBe(200);
    const { records } = await listRecords(gateway.gateway.database, { kind: "review.decided", limit: 1 });
    expect(records[0]?.event).toMatchObject({
      actor: { type: "member", id: reviewer.memberId },
      submission_id: submission.submissionId,
      task_id: submission.taskId,
      input_id: submission.inputId,
      binding: "approve",
      quality: "approve",
      checklist: { exclusive: true, decidable: true, cutoff: true, sources: true },
      status: "approved",
    });
  });

  it("grants what is approved of it alone: a task with an input that needs changes", async () => {
    const request = newRequest();
    const decision = {
      ...approval(await researcher.call.submissions.submit({ request })),
      quality: "changes" as const,
    };
    const decided = await reviewer.call.reviews.decide({ ...decision, note: "Add a source." });
    expect(decided.status).toBe("changes_requested");
    const { body } = await gateway.post(JSON.stringify(request));
    expect(body).toMatchObject({ error: { code: "INPUT_QUALITY_UNVERIFIED" } });
  });

  it.each([
    ["reject", "approve", "rejected"],
    ["approve", "reject", "rejected"],
    ["changes", "reject", "rejected"],
    ["changes", "approve", "changes_requested"],
    ["approve", "changes", "changes_requested"],
  ] as const)("with the verdicts %s and %s is %s, and not to be decided on again", async (binding, quality, status) => {
    const request = newRequest();
    const decision = {
      ...approval(await researcher.call.submissions.submit({ request })),
      binding,
      quality,
      note: "Why.",
    };
    expect(await reviewer.call.reviews.decide(decision)).toMatchObject({ status });
    expect(await statusOf(request)).toBe(422);
    const other = await addSession(gateway, "reviewer");
    await expect(other.call.reviews.decide(decision)).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("four eyes", () => {
  it("refuse a reviewer's decision on what they wrote", async () => {
    const own = await reviewer.call.submissions.submit({ request: newRequest() });
    await expect(reviewer.call.reviews.decide(approval(own))).rejects.toMatchObject({ code: "FORBIDDEN" });
    const other = await addSession(gateway, "reviewer");
    expect(await other.call.reviews.decide(approval(own))).toMatchObject({ status: "approved" });
  });

  it("refuse a reviewer's decision on another's revision of what they wrote, however many revisions later", async () => {
    const first = await reviewer.call.submissions.submit({ request: newRequest() });
    const second = await researcher.call.submissions.submit({ request: newRequest(), supersedes: first.submissionId });
    const third = await researcher.call.submissions.submit({ request: newRequest(), supersedes: second.submissionId });
    await expect(reviewer.call.reviews.decide(approval(third))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("refuse a reviewer's decision on the same content in another's submission", async () => {
    const request = newRequest();
    const own = await reviewer.call.submissions.submit({ request });
    await reviewer.call.submissions.withdraw({ submissionId: own.submissionId });
    const same = await researcher.call.submissions.submit({ request });
    await expect(reviewer.call.reviews.decide(approval(same))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("refuse an admin's decision, and a researcher's", async () => {
    const decision = approval(await submitted());
    await expect(admin.call.reviews.decide(decision)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(researcher.call.reviews.decide(decision)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("refuse a reviewer who has lost the role since they signed in", async () => {
    const demoted = await addSession(gateway, "reviewer");
    const decision = approval(await submitted());
    const { orm } = gateway.gateway.database;
    await orm.update(members).set({ role: "researcher" }).where(eq(members.id, demoted.memberId));
    await expect(demoted.call.reviews.decide(decision)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await demoted.fetch("reviews.decide", decision)).status).toBe(403);
  });

  it("refuse an author who has become a reviewer since", async () => {
    const promoted = await addSession(gateway, "researcher");
    const own = await promoted.call.submissions.submit({ request: newRequest() });
    const { orm } = gateway.gateway.database;
    await orm.update(members).set({ role: "reviewer" }).where(eq(members.id, promoted.memberId));
    await expect(promoted.call.reviews.decide(approval(own))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("refuse a session that has ended", async () => {
    const leaving = await addSession(gateway, "reviewer");
    const decision = approval(await submitted());
    const headers = { cookie: leaving.cookie, origin: "http://localhost:3000", "content-type": "application/json" };
    const url = "http://localhost:3000/api/auth/sign-out";
    await gateway.auth.handler(new Request(url, { method: "POST", headers, body: "{}" }));
    await expect(leaving.call.reviews.decide(decision)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("a decision", () => {
  it("is refused where the content is not the one that the reviewer saw", async () => {
    const [one, other] = [await submitted(), await submitted()];
    const seen = [
      { taskId: one.taskId, inputId: other.inputId },
      { taskId: other.taskId, inputId: one.inputId },
    ];
    for (const wrong of seen) {
      const decision = { ...approval(one), seen: wrong };
      await expect(reviewer.call.reviews.decide(decision)).rejects.toMatchObject({ code: "CONFLICT" });
    }
  });

  it("is refused on content that has moved on", async () => {
    const old = await submitted();
    await researcher.call.submissions.submit({ request: newRequest(), supersedes: old.submissionId });
    await expect(reviewer.call.reviews.decide(approval(old))).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is refused on a submission that was withdrawn, is decided already, or does not exist", async () => {
    const [withdrawn, decided] = [await submitted(), await submitted()];
    await researcher.call.submissions.withdraw({ submissionId: withdrawn.submissionId });
    await reviewer.call.reviews.decide(approval(decided));
    for (const one of [withdrawn, decided]) {
      await expect(reviewer.call.reviews.decide(approval(one))).rejects.toMatchObject({ code: "CONFLICT" });
    }
    const unknown = { ...approval(decided), submissionId: "01890a5d-ac96-774b-bcce-b302099a8057" };
    await expect(reviewer.call.reviews.decide(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it.each([
    ["changes", "approve"],
    ["approve", "changes"],
    ["reject", "reject"],
  ] as const)("of %s and %s takes a reason", async (binding, quality) => {
    const decision = { ...approval(await submitted()), binding, quality };
    for (const note of [undefined, "", " \n"]) {
      await expect(reviewer.call.reviews.decide({ ...decision, note })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });

  it.each(["exclusive", "decidable", "cutoff", "sources"] as const)(
    "that approves takes the item of the checklist that speaks for it: %s",
    async (item) => {
      const decision = approval(await submitted());
      const against = { ...decision, note: "x", checklist: { ...decision.checklist, [item]: false } };
      await expect(reviewer.call.reviews.decide(against)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  it("may not leave an item of the checklist out", async () => {
    const { checklist, ...decision } = approval(await submitted());
    const { sources: _, ...some } = checklist;
    const reply = await reviewer.fetch("reviews.decide", { ...decision, checklist: some });
    expect(reply.status).toBe(400);
  });

  it("that is given many times at once counts once, and grants once", async () => {
    const submission = await submitted();
    const reviewers = [reviewer, await addSession(gateway, "reviewer"), await addSession(gateway, "reviewer")];
    const tries = reviewers.flatMap(({ call }) => [1, 2, 3].map(() => call.reviews.decide(approval(submission))));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "CONFLICT" });
    const { pool } = gateway.gateway.database;
    for (const table of [
      "verdicts where submission_id = $1",
      "bindings where submission_id = $1",
      "approvals where submission_id = $1",
    ]) {
      const { rows } = await pool.query(`select count(*)::int as count from ${table}`, [submission.submissionId]);
      expect(rows).toEqual([{ count: 1 }]);
    }
  });

  it("is never changed or deleted", async () => {
    const { pool } = gateway.gateway.database;
    for (const statement of ["update verdicts set note = 'x'", "delete from verdicts", "truncate verdicts"]) {
      await expect(pool.query(statement)).rejects.toThrow("append-only");
    }
  });
});
