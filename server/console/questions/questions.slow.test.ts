import { describe, expect, it } from "vitest";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const HOUR = 3_600_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { researcher, reviewer, admin } = await signInRoles({}, { now });

const show = (taskId: string) => researcher.call.questions.get({ taskId });

/** Creates an approved question with a forecast. The question resolves in an hour. */
async function ask() {
  const request = newRequest(new Date(now().getTime() + HOUR).toISOString());
  const approved = await submitAndApprove(researcher, reviewer, request);
  await researcher.call.forecasts.run(approved.request);
  return approved;
}

/** Records and confirms an outcome, and passes the resolution date. */
async function score(taskId: string): Promise<void> {
  await nextMillisecond();
  await confirmOutcome(researcher, reviewer, { taskId, option: "yes", source: "s", happenedAt: now().toISOString() });
  ahead += 2 * HOUR;
}

describe("a question", () => {
  it("shows its submissions, approvals, outcome and scores", async () => {
    const { taskId, inputId, submissionId } = await ask();
    await score(taskId);
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "A source was wrong." });
    expect(await show(taskId)).toMatchObject({
      confirmed: { option: "yes" },
      scores: { forecasts: 1 },
      submissions: [{ submissionId, status: "approved", author: "Researcher" }],
      grants: expect.arrayContaining([
        expect.objectContaining({ kind: "binding", submissionId, revokedAt: null }),
        expect.objectContaining({ kind: "approval", revokedReason: "A source was wrong." }),
      ]),
    });
  });

  it("shows members' notes in order and records them in the audit log", async () => {
    const { taskId } = await ask();
    await researcher.call.questions.addNote({ taskId, text: "The register is late." });
    await admin.call.questions.addNote({ taskId, text: "  Asked for it.\n" });
    expect((await show(taskId)).notes.map(({ author, text }) => [author, text])).toEqual([
      ["Researcher", "The register is late."],
      ["Admin", "Asked for it."],
    ]);
    const empty = researcher.call.questions.addNote({ taskId, text: " " });
    await expect(empty).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const nowhere = { taskId: `sha256:${"0".repeat(64)}`, text: "x" };
    await expect(researcher.call.questions.addNote(nowhere)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a tag", () => {
  it("on a question filters every list by the tag until the tag is removed", async () => {
    const { taskId, submissionId } = await ask();
    const tag = "harbour trams";
    const listed = async () => ({
      forecasts: (await researcher.call.forecasts.list({ tag })).forecasts.map((one) => one.taskId),
      submissions: (await researcher.call.submissions.list({ tag })).submissions.map((one) => one.submissionId),
      outcomes: (await researcher.call.outcomes.list({ tag, state: "confirmed" })).questions.map((one) => one.taskId),
    });
    await score(taskId);
    await researcher.call.questions.tag({ taskId, tag: " Harbour Trams ", active: true });
    expect((await show(taskId)).tags).toEqual([tag]);
    expect(await listed()).toEqual({ forecasts: [taskId], submissions: [submissionId], outcomes: [taskId] });
    expect(await researcher.call.outcomes.scores({ by: "tag", of: tag })).toMatchObject({ part: { forecasts: 1 } });
    expect(await researcher.call.outcomes.scored({ by: "tag", of: tag })).toMatchObject([{ taskId }]);
    await admin.call.questions.tag({ taskId, tag, active: false });
    expect(await listed()).toEqual({ forecasts: [], submissions: [], outcomes: [] });
    expect((await researcher.call.outcomes.scores({ by: "tag", of: tag })).part).toBeNull();
  });

  it("is recorded once even if added repeatedly", async () => {
    const { taskId } = await ask();
    for (let round = 0; round < 3; round++) await researcher.call.questions.tag({ taskId, tag: "once", active: true });
    const { events } = await admin.call.audit.list({ taskId, kind: "tag.changed" });
    expect(events.map(({ event }) => event)).toMatchObject([{ task_id: taskId, tag: "once", active: true }]);
  });

  it("allows letters and digits of any script, and a question takes at most 20 tags", async () => {
    const { taskId } = await ask();
    for (const tag of ["", "a,b", "-a", "x".repeat(41), "a\u0000"]) {
      const change = researcher.call.questions.tag({ taskId, tag, active: true });
      const message = expect.stringMatching(/^Use (letters|at most) .*\. \(tag\)$/);
      await expect(change).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    }
    for (let count = 1; count <= 20; count++)
      await researcher.call.questions.tag({ taskId, tag: `Größe ${count}`, active: true });
    const more = researcher.call.questions.tag({ taskId, tag: "one more", active: true });
    await expect(more).rejects.toThrow("Limit reached: 20 tags.");
  });
});
