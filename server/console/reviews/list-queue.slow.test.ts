import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer } = await signInRoles();

const queue = reviewer.call.reviews.queue;

/** Submits `count` inputs for one question, each with a later information cutoff. */
async function submitSeries(count: number): Promise<{ readonly taskId: string; readonly ids: readonly string[] }> {
  const request = newRequest();
  const made = [];
  for (let day = 1; day <= count; day++) {
    made.push(await researcher.call.submissions.submit({ request: onDay(request, day) }));
  }
  return { taskId: made[0]?.taskId ?? "", ids: made.map(({ submissionId }) => submissionId) };
}

function onDay({ input, ...rest }: PredictionRequest, day: number): PredictionRequest {
  return { ...rest, input: { ...input, as_of: `2026-06-${15 + day}T00:00:00Z` } };
}

describe("the queue", () => {
  it("is paged, oldest first, with the total number of open submissions", async () => {
    const { taskId, ids } = await submitSeries(7);
    const paged: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await queue({ taskId, limit: 3, after });
      expect(page.waiting).toBe(7);
      paged.push(...page.submissions.map(({ submissionId }) => submissionId));
      if (page.next === null) break;
      after = page.next;
    }
    expect(paged).toEqual(ids);
    const { submissions } = await queue({ taskId });
    expect(submissions.map(({ asOf }) => asOf.slice(8, 10))).toEqual(["16", "17", "18", "19", "20", "21", "22"]);
  });

  it("continues after a submission that has left the queue", async () => {
    const { taskId, ids } = await submitSeries(3);
    const [first = ""] = ids;
    await researcher.call.submissions.withdraw({ submissionId: first });
    const { submissions } = await queue({ taskId, after: first });
    expect(submissions.map(({ submissionId }) => submissionId)).toEqual(ids.slice(1));
  });

  it("is filtered by origin", async () => {
    const request = newRequest();
    await gateway.post(JSON.stringify(request));
    await researcher.call.submissions.import({ jsonl: JSON.stringify(onDay(request, 1)) });
    await researcher.call.submissions.submit({ request: onDay(request, 2) });
    for (const origin of ["caller", "import", "console"] as const) {
      const { submissions } = await queue({ origin, limit: 200 });
      expect(new Set(submissions.map((queued) => queued.origin))).toEqual(new Set([origin]));
    }
  });

  it("is filtered by whether the member wrote the submission", async () => {
    const own = await reviewer.call.submissions.submit({ request: newRequest() });
    const { submissionId } = await researcher.call.submissions.submit({ request: newRequest() });
    const idsWhere = async (mine: boolean) =>
      (await queue({ mine, limit: 200 })).submissions.map((queued) => queued.submissionId);
    const [forOthers, forMe] = [await idsWhere(true), await idsWhere(false)];
    expect(forOthers).toContain(own.submissionId);
    expect(forOthers).not.toContain(submissionId);
    expect(forMe).toContain(submissionId);
    expect(forMe).not.toContain(own.submissionId);
    const all = (await queue({ limit: 200 })).waiting;
    expect((await queue({ mine: true })).waiting + (await queue({ mine: false })).waiting).toBe(all);
  });
});

describe("the neighbours of a submission", () => {
  it("match the filter of the queue, even after the submission is decided", async () => {
    const { taskId, ids } = await submitSeries(3);
    const [first = "", second = "", third = ""] = ids;
    const near = (submissionId: string) => reviewer.call.reviews.neighbours({ submissionId, taskId });
    expect(await near(second)).toEqual({ previous: first, next: third, position: 2, total: 3 });
    const decided = await reviewer.call.submissions.get({ submissionId: second });
    await reviewer.call.reviews.decide(approval(decided));
    expect(await near(second)).toEqual({ previous: first, next: third, position: null, total: 2 });
    expect(await near(first)).toEqual({ previous: null, next: third, position: 1, total: 2 });
    expect(await near(third)).toEqual({ previous: first, next: null, position: 2, total: 2 });
  });

  it("skip submissions that another reviewer must decide", async () => {
    const writer = await addSession(gateway, "reviewer");
    const { submissionId } = await researcher.call.submissions.submit({ request: newRequest() });
    await writer.call.submissions.submit({ request: newRequest() });
    const later = await researcher.call.submissions.submit({ request: newRequest() });
    const { next } = await writer.call.reviews.neighbours({ submissionId, mine: false });
    expect(next).toBe(later.submissionId);
  });
});

describe("submissions in the queue", () => {
  it("are found by words of the question, of the title, and of the author's name", async () => {
    const request = newRequest();
    const { submissionId } = await researcher.call.submissions.submit({ request, title: "The Übersee bridge" });
    const found = async (text: string) =>
      (await queue({ text, limit: 200 })).submissions.map((one) => one.submissionId);
    expect(await found("übersee")).toEqual([submissionId]);
    expect(await found(request.task.instructions.slice(0, 20).toUpperCase())).toContain(submissionId);
    expect(await found("researcher")).toContain(submissionId);
    expect(await found("%")).toEqual([]);
    const { submissions } = await researcher.call.submissions.list({ text: "ÜBERSEE" });
    expect(submissions.map((one) => one.submissionId)).toEqual([submissionId]);
  });

  it("share the import id if they were imported together, and list their findings", async () => {
    const [clean, leaking] = [newRequest(), newRequest()];
    leaking.input.context.push({
      type: "text",
      text: "It opened on 5 October 2026.",
      observed_at: leaking.input.as_of,
    });
    const lines = [clean, leaking, clean].map((request) => JSON.stringify(request)).join("\n");
    const reports = await researcher.call.submissions.import({ jsonl: lines });
    expect(reports.map((report) => report.ok && report.created)).toEqual([true, true, false]);
    expect((await researcher.call.submissions.import({ jsonl: lines })).map((one) => one.ok && one.created)).toEqual([
      false,
      false,
      false,
    ]);
    const [one, other] = await Promise.all(
      reports.slice(0, 2).map((report) => queue({ taskId: report.ok ? report.taskId : "" })),
    );
    expect(one?.submissions[0]?.batch).toBe(other?.submissions[0]?.batch);
    expect(one?.submissions[0]?.findings).not.toContain("high:date-after-as-of");
    expect(other?.submissions[0]?.findings).toContain("high:date-after-as-of");
  });

  it("are claimed in turn, except those claimed by or assigned to another reviewer", async () => {
    const other = await addSession(gateway, "reviewer");
    const { taskId, ids } = await submitSeries(4);
    const [first = "", second = "", third = "", fourth = ""] = ids;
    await reviewer.call.reviews.assign({ submissionId: third, reviewerId: other.memberId });
    const next = ({ call }: ConsoleSession) => call.reviews.claimNext({ taskId });
    expect(await next(reviewer)).toBe(first);
    expect(await next(other)).toBe(third);
    const both = await Promise.all([
      next(await addSession(gateway, "reviewer")),
      next(await addSession(gateway, "reviewer")),
    ]);
    expect(both.sort()).toEqual([second, fourth].sort());
    expect(await next(await addSession(gateway, "reviewer"))).toBeNull();
    const assigned = await other.call.reviews.queue({ assigned: true, taskId });
    expect(assigned.submissions).toMatchObject([{ submissionId: third, assignee: "reviewer" }]);
  });

  it("come last in turn if the reviewer has skipped them", async () => {
    const { taskId, ids } = await submitSeries(3);
    const [first = "", second = "", third = ""] = ids;
    const next = (skipped: string[]) => reviewer.call.reviews.claimNext({ taskId, skipped });
    expect(await next([first])).toBe(second);
    expect(await next([first, second])).toBe(third);
    expect(await next([first, second, third])).toBe(first);
  });

  it("can only be assigned to active reviewers", async () => {
    const { submissionId } = await researcher.call.submissions.submit({ request: newRequest() });
    const assign = (reviewerId: string | null) => reviewer.call.reviews.assign({ submissionId, reviewerId });
    await expect(assign(researcher.memberId)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await assign(reviewer.memberId);
    expect((await reviewer.call.submissions.get({ submissionId })).assignedTo).toBe(reviewer.memberId);
    await assign(null);
    expect((await reviewer.call.submissions.get({ submissionId })).assignedTo).toBeNull();
  });
});
