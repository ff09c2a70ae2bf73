import { afterAll, describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { addSession } from "#test/console-session.ts";
import { approve, newCases, reportOf, upload } from "#test/evaluation.ts";
import { approval, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const HOUR = 3_600_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { gateway, reviewer } = await signInRoles({}, { now });
afterAll(() => gateway.stop());

function resolvesInAnHour({ task, ...rest }: PredictionRequest): PredictionRequest {
  const resolves_at = new Date(now().getTime() + HOUR).toISOString();
  return { ...rest, task: { ...task, resolution: { ...task.resolution, resolves_at } } };
}

describe("the notices of a member", () => {
  it("list changes by other members to the member's questions, newest first, and count unseen notices", async () => {
    const author = await addSession(gateway, "researcher");
    expect(await author.call.notices.list()).toEqual({ notices: [], unseen: 0 });
    const { taskId } = await submitAndApprove(author, reviewer);
    await reviewer.call.questions.addNote({ taskId, text: "Which register?" });
    const first = await author.call.notices.list();
    expect(first.notices.map(({ event }) => event.kind)).toEqual(["question.noted", "review.decided"]);
    expect(first.notices.map(({ question }) => question)).toEqual([
      expect.stringMatching(/^Question \d/),
      expect.stringMatching(/^Question \d/),
    ]);
    expect(first.unseen).toBe(2);
    const newest = first.notices[0]?.at ?? "";
    await author.call.notices.markSeen({ at: newest });
    expect((await author.call.notices.list()).unseen).toBe(0);
    // A stale browser window does not make seen notices unseen again.
    await author.call.notices.markSeen({ at: "2026-01-01T00:00:00Z" });
    expect((await author.call.notices.list()).unseen).toBe(0);
    await reviewer.call.questions.addNote({ taskId, text: "The daily one?" });
    expect((await author.call.notices.list()).unseen).toBe(1);
  });

  it("show the description of a recorded outcome", async () => {
    const author = await addSession(gateway, "researcher");
    const request = newRequest();
    const criteria = { yes: "It runs.", no: "It does not run." };
    const { taskId } = await submitAndApprove(author, reviewer, { ...request, task: { ...request.task, criteria } });
    const entry = { taskId, source: "The register.", happenedAt: "2026-09-01T00:00:00Z" };
    const { outcomeId } = await reviewer.call.outcomes.record({ ...entry, option: "no" });
    await reviewer.call.outcomes.record({ ...entry, option: null, corrects: outcomeId });
    const { notices } = await author.call.notices.list();
    expect(notices.map(({ outcome }) => outcome)).toEqual(["void (no option happened)", "It does not run.", ""]);
  });

  it("omit the member's own actions and other members' questions", async () => {
    const author = await addSession(gateway, "researcher");
    const other = await addSession(gateway, "researcher");
    const { taskId } = await author.call.submissions.submit({ request: newRequest() });
    await author.call.questions.addNote({ taskId, text: "My own." });
    expect((await author.call.notices.list()).notices).toEqual([]);
    expect((await other.call.notices.list()).notices).toEqual([]);
  });
  it("list questions with a due outcome until an outcome is recorded", async () => {
    const author = await addSession(gateway, "researcher");
    const { taskId, request } = await submitAndApprove(author, reviewer, resolvesInAnHour(newRequest()));
    await author.call.forecasts.run(request);
    const due = async () =>
      (await author.call.notices.list()).notices.filter(({ event }) => event.kind === "outcome.due");
    expect(await due()).toEqual([]);
    await author.call.notices.markSeen({ at: now().toISOString() });
    ahead += 2 * HOUR;
    expect(await due()).toMatchObject([{ event: { count: 1, subject: taskId }, question: request.task.instructions }]);
    expect((await author.call.notices.list()).unseen).toBe(1);
    await reviewer.call.outcomes.record({ taskId, option: "yes", source: "The register." });
    expect(await due()).toEqual([]);
  });

  it("list the end of the member's evaluations", async () => {
    const author = await addSession(gateway, "researcher");
    const evaluationId = await upload(gateway, author, newCases(10));
    await approve(reviewer, evaluationId);
    await author.call.evaluations.act({ evaluationId, action: "start" });
    await reportOf(author, evaluationId);
    const { notices } = await author.call.notices.list();
    expect(notices).toMatchObject([
      { event: { kind: "evaluation.ended", status: "finished", evaluation_id: evaluationId }, question: null },
      { event: { kind: "evaluation.decided", evaluation_id: evaluationId }, question: null },
    ]);
    expect(
      (await reviewer.call.notices.list()).notices.filter(({ event }) => event.kind === "evaluation.ended"),
    ).toEqual([]);
  });
});

describe("the work of a member", () => {
  it("lists submissions to revise until they are revised, and to run until they are run", async () => {
    const author = await addSession(gateway, "researcher");
    const read = async () => {
      const { toRevise, toRun, inReview } = await author.call.submissions.ownWork();
      return [
        toRevise.map(({ submissionId }) => submissionId),
        toRun.map(({ submissionId }) => submissionId),
        inReview,
      ];
    };
    expect(await read()).toEqual([[], [], 0]);
    const first = await author.call.submissions.submit({ request: newRequest() });
    expect(await read()).toEqual([[], [], 1]);
    await reviewer.call.reviews.decide({ ...approval(first), quality: "changes", note: "Name the source." });
    expect(await read()).toEqual([[first.submissionId], [], 0]);
    const request = newRequest(new Date(now().getTime() + HOUR).toISOString());
    const second = await author.call.submissions.submit({ request, supersedes: first.submissionId });
    expect(await read()).toEqual([[], [], 1]);
    await reviewer.call.reviews.decide(approval(second));
    expect(await read()).toEqual([[], [second.submissionId], 0]);
    await author.call.forecasts.run(request);
    expect(await read()).toEqual([[], [], 0]);
  });
});
