import { describe, expect, it } from "vitest";
import { readEvents } from "#server/audit/log/read-events.ts";
import { addSession } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer } = await signInRoles();

const submitted = () => researcher.call.submissions.submit({ request: newRequest() });
const statusOf = async (request: object) => (await gateway.post(JSON.stringify(request))).status;

describe("a submission", () => {
  it("is answered by the API once approved, and the decision is in the audit log", async () => {
    const request = newRequest();
    const submission = await researcher.call.submissions.submit({ request });
    expect(submission).toMatchObject({ status: "submitted", authorId: researcher.memberId });
    expect(await statusOf(request)).toBe(422);
    const decided = await reviewer.call.reviews.decide(approval(submission));
    expect(decided).toMatchObject({ submissionId: submission.submissionId, status: "approved" });
    expect(await statusOf(request)).toBe(200);
    const { events } = await readEvents(gateway.gateway.database, { kind: "review.decided", limit: 1 });
    expect(events[0]?.event).toMatchObject({
      actor: { type: "member", id: reviewer.memberId },
      submission_id: submission.submissionId,
      task_id: submission.taskId,
      input_id: submission.inputId,
      decision: {
        binding: "approve",
        quality: "approve",
        checklist: { exclusive: true, decidable: true, cutoff: true, sources: true },
        status: "approved",
      },
    });
  });

  it("grants only the approved part: the task, but not an input that needs changes", async () => {
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
  ] as const)(
    "that gets the verdicts %s and %s is %s and cannot be decided again",
    async (binding, quality, status) => {
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
    },
  );
});

describe("a decision", () => {
  it("is refused if the content is not what the reviewer saw", async () => {
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

  it("is refused if the content has changed", async () => {
    const old = await submitted();
    await researcher.call.submissions.submit({ request: newRequest(), supersedes: old.submissionId });
    await expect(reviewer.call.reviews.decide(approval(old))).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is refused if the submission was withdrawn, is already decided, or does not exist", async () => {
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
  ] as const)("with the verdicts %s and %s requires a reason", async (binding, quality) => {
    const decision = { ...approval(await submitted()), binding, quality };
    for (const note of [undefined, "", " \n"]) {
      await expect(reviewer.call.reviews.decide({ ...decision, note })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });

  it.each(["exclusive", "decidable", "cutoff", "sources"] as const)(
    "that approves requires the checklist item: %s",
    async (item) => {
      const decision = approval(await submitted());
      const against = { ...decision, note: "x", checklist: { ...decision.checklist, [item]: false } };
      await expect(reviewer.call.reviews.decide(against)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  it("may not omit a checklist item", async () => {
    const { checklist, ...decision } = approval(await submitted());
    const { sources: _, ...some } = checklist;
    const reply = await reviewer.fetch("reviews.decide", { ...decision, checklist: some });
    expect(reply.status).toBe(400);
  });

  it("is recorded once if it is sent several times concurrently, with one binding and one approval", async () => {
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
