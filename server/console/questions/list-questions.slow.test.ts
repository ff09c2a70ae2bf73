import { describe, expect, it } from "vitest";
import type { QuestionPhase } from "#lib/domain/questions.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { researcher, reviewer } = await signInRoles({}, { now });
const { call } = researcher;

let tags = 0;

/** Returns a function that approves a question with a common tag, and a function that lists the tagged questions. */
function tagged() {
  const tag = `list ${++tags}`;
  return {
    async approve(days: number, probability = 0.6) {
      const { input, ...rest } = newRequest(new Date(now().getTime() + days * DAY).toISOString());
      const request = { ...rest, input: quoting(input.as_of, probability) };
      const approved = await submitAndApprove(researcher, reviewer, request);
      await call.questions.tag({ taskId: approved.taskId, tag, active: true });
      return approved;
    },
    list: (query: Omit<NonNullable<Parameters<typeof call.questions.list>[0]>, "tag"> = {}) =>
      call.questions.list({ ...query, tag }),
    async ids(phase: QuestionPhase) {
      return (await call.questions.list({ phase, tag })).questions.map(({ taskId }) => taskId);
    },
  };
}

let quotes = 0;

function quoting(as_of: string, yes: number) {
  const data = { kind: "forecast", source: `Source ${++quotes}`, probabilities: { yes, no: 1 - yes } };
  return { as_of, context: [{ type: "structured" as const, data, observed_at: as_of }] };
}

describe("the list of questions", () => {
  it("has a phase for each question, which follows from its resolution date and its outcome", async () => {
    const { approve, ids, list } = tagged();
    const [far, soon, decided, unasked] = [await approve(60), await approve(5), await approve(3), await approve(4)];
    expect(await ids("open")).toEqual([decided, unasked, soon, far].map(({ taskId }) => taskId));
    expect(await ids("soon")).toEqual([decided, unasked, soon].map(({ taskId }) => taskId));
    const before = (await list()).counts;

    for (const { request } of [decided, soon]) await call.forecasts.run(request);
    const entry = { taskId: decided.taskId, option: "yes", source: "The register.", happenedAt: now().toISOString() };
    const { outcomeId } = await call.outcomes.record(entry);
    expect(await ids("soon")).toContain(decided.taskId);
    await reviewer.call.outcomes.confirm({ outcomeId });
    expect(await ids("soon")).toEqual([unasked.taskId, soon.taskId]);
    expect(await ids("resolved")).toEqual([decided.taskId]);
    const { open, resolved, ...others } = before;
    expect((await list()).counts).toMatchObject({
      ...others,
      open: open - 1,
      soon: others.soon - 1,
      resolved: resolved + 1,
    });
    ahead += 6 * DAY;
    // A question that was never forecast needs no outcome.
    expect([await ids("open"), await ids("overdue"), await ids("expired")]).toEqual([
      [far.taskId],
      [soon.taskId],
      [unasked.taskId],
    ]);
  });

  it("opens in the first phase with a matching question", async () => {
    const { approve, list } = tagged();
    expect((await list()).phase).toBe("open");
    const { request } = await approve(1);
    await call.forecasts.run(request);
    ahead += 2 * DAY;
    expect(await list()).toMatchObject({ phase: "overdue", counts: { open: 0, overdue: 1 }, questions: [{}] });
  });

  it("omits questions without an approval", async () => {
    const { taskId } = await call.submissions.submit({ request: newRequest() });
    await call.questions.tag({ taskId, tag: "not approved", active: true });
    expect((await call.questions.list({ tag: "not approved" })).questions).toEqual([]);
  });

  it("shows the latest forecast, its path, and its change in seven days", async () => {
    const { approve, list } = tagged();
    const { taskId, request } = await approve(60);
    const forecast = async () => (await list()).questions[0]?.forecast ?? null;
    expect(await forecast()).toBe(null);
    const first = await call.forecasts.run(request);
    expect(Date.parse((await list()).questions[0]?.activeAt ?? "")).toBeGreaterThanOrEqual(
      Date.parse(first.generated_at),
    );
    expect(await forecast()).toMatchObject({ requestId: first.request_id, change: "new" });
    ahead += 8 * DAY;
    expect(await forecast()).toMatchObject({ change: null });
    const input = quoting(now().toISOString(), 0.9);
    await submitAndApprove(researcher, reviewer, { ...request, input });
    const second = await call.forecasts.run({ ...request, input });
    const [before, after] = [first, second].map(({ result }) => result.probabilities.yes ?? Number.NaN);
    expect((await list()).questions).toMatchObject([
      {
        taskId,
        instructions: request.task.instructions,
        options: [{ id: "yes" }, { id: "no" }],
        forecast: { requestId: second.request_id, choice: "yes" },
        outcome: null,
      },
    ]);
    expect((await forecast())?.change).toBeCloseTo((after ?? 0) - (before ?? 0), 12);
    const path = (await forecast())?.path ?? [];
    expect(path.map(({ probability }) => probability)).toEqual([before, after]);
    expect(path.map(({ daysAgo }) => Math.round(daysAgo))).toEqual([8, 0]);
    ahead += 25 * DAY;
    expect((await forecast())?.path).toHaveLength(1);
  });

  it("shows the latest activity of each question", async () => {
    const { approve, list } = tagged();
    await approve(10);
    const before = now().toISOString();
    ahead += HOUR;
    await approve(20);
    const [first, second] = (await list()).questions.map(({ activeAt }) => activeAt);
    expect([first, second].map((at) => (at ?? "") > before)).toEqual([false, true]);
  });

  it("sorts by resolution date and by activity, and reads pages", async () => {
    const { approve, list } = tagged();
    const made = [await approve(30), await approve(10), await approve(20)];
    for (const { request } of made) await call.forecasts.run(request);
    ahead += 8 * DAY;
    for (const [index, yes] of [0.3, 0.61, 0.8].entries()) {
      const request = made[index]?.request ?? newRequest();
      const changed = { ...request, input: quoting(now().toISOString(), yes) };
      await submitAndApprove(researcher, reviewer, changed);
      await call.forecasts.run(changed);
      ahead += HOUR;
    }
    for (const [order, expected] of [
      ["resolution", [1, 2, 0]],
      ["activity", [2, 1, 0]],
    ] as const) {
      const ids = expected.map((index) => made[index]?.taskId);
      expect((await list({ order })).questions.map(({ taskId }) => taskId)).toEqual(ids);
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await list({ order, limit: 1, after });
        found.push(...page.questions.map(({ taskId }) => taskId));
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(found).toEqual(ids);
    }
  });

  it("finds questions by words", async () => {
    const { approve, list } = tagged();
    const { taskId, request } = await approve(60);
    await approve(61);
    const [word = ""] = /\w{32}/.exec(request.task.instructions) ?? [];
    expect((await list({ text: `question ${word}` })).questions.map((one) => one.taskId)).toEqual([taskId]);
  });
});
