import { describe, expect, it } from "vitest";
import type { Task } from "#lib/contract/request.ts";
import { formatInstant } from "#lib/format.ts";
import { toCsv, toJsonl } from "#server/base/table.ts";
import { addSession } from "#test/console-session.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { OUTCOME_COLUMNS, readAllOutcomes } from "./export-outcomes.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();

const DAY_MS = 86_400_000;
const source = "The operator’s register";

/** Returns the task id of a question that was approved and forecast. */
async function ask(resolvesAt = "2026-10-01T00:00:00+02:00", criteria: Task["criteria"] = newRequest().task.criteria) {
  const request = newRequest();
  const task = { ...request.task, criteria, resolution: { ...request.task.resolution, resolves_at: resolvesAt } };
  const approved = await submitAndApprove(researcher, reviewer, { ...request, task });
  await researcher.call.forecasts.run(approved.request);
  return approved.taskId;
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const show = (taskId: string) => researcher.call.outcomes.get({ taskId });

describe("an outcome", () => {
  it("takes effect once another member has confirmed it", async () => {
    const taskId = await ask();
    const { outcomeId } = await researcher.call.outcomes.record({ taskId, option: "yes", source });
    expect(await show(taskId)).toMatchObject({ confirmed: null, unconfirmed: { option: "yes", status: "recorded" } });
    const drawn = () => researcher.call.forecasts.overTime({ taskId });
    expect((await drawn()).outcome).toBeNull();
    await reviewer.call.outcomes.confirm({ outcomeId });
    expect(await show(taskId)).toMatchObject({
      unconfirmed: null,
      confirmed: { option: "yes", source, recorder: "Researcher", confirmer: "Reviewer" },
    });
    expect((await drawn()).outcome).toEqual({ option: "yes", happenedAt: "2026-09-30T22:00:00.000Z" });
  });

  it("is dated to the resolution date unless another time is entered", async () => {
    const [plain, early] = [await ask(), await ask()];
    await researcher.call.outcomes.record({ taskId: plain, option: null, source });
    await researcher.call.outcomes.record({
      taskId: early,
      option: "no",
      source,
      happenedAt: "2026-09-01T00:00:00+02:00",
    });
    expect((await show(plain)).unconfirmed?.happenedAt).toBe("2026-09-30T22:00:00.000Z");
    expect((await show(early)).unconfirmed?.happenedAt).toBe("2026-08-31T22:00:00.000Z");
  });

  it("can be recorded before the resolution date if it states when it was decided", async () => {
    const taskId = await ask(inDays(30));
    const early = researcher.call.outcomes.record({ taskId, option: "yes", source });
    await expect(early).rejects.toThrow("The resolution date has not passed.");
    await researcher.call.outcomes.record({ taskId, option: "yes", source, happenedAt: inDays(-1) });
    expect((await show(taskId)).unconfirmed?.option).toBe("yes");
  });

  it.each([
    ["in the future", inDays(2), "The outcome cannot have been decided in the future."],
    ["after the resolution date", inDays(40), "The outcome cannot have been decided after the resolution date."],
  ])("cannot have been decided %s", async (_, happenedAt, message) => {
    const taskId = await ask(inDays(30));
    await expect(researcher.call.outcomes.record({ taskId, option: "yes", source, happenedAt })).rejects.toThrow(
      message,
    );
  });

  it("requires beforeFirstForecast to be recorded, corrected or confirmed if it was decided before the cutoff", async () => {
    const taskId = await ask();
    const { as_of: cutoff } = newRequest().input;
    const before = new Date(Date.parse(cutoff) - 1).toISOString();
    const refusal = {
      code: "BAD_REQUEST",
      message: expect.stringContaining(
        `before the information cutoff of the first forecast, ${formatInstant(cutoff)} UTC`,
      ),
    };
    const early = { taskId, option: "yes", source, happenedAt: before };
    const record = (entry: object) => researcher.call.outcomes.record({ ...early, ...entry });
    await expect(record({})).rejects.toMatchObject(refusal);
    await expect(record({ beforeFirstForecast: false })).rejects.toMatchObject(refusal);
    const first = await record({ happenedAt: cutoff });
    await reviewer.call.outcomes.confirm({ outcomeId: first.outcomeId });
    await expect(record({ corrects: first.outcomeId })).rejects.toMatchObject(refusal);
    const { outcomeId } = await record({ corrects: first.outcomeId, beforeFirstForecast: true });
    await expect(reviewer.call.outcomes.confirm({ outcomeId })).rejects.toMatchObject(refusal);
    await reviewer.call.outcomes.confirm({ outcomeId, beforeFirstForecast: true });
    expect((await show(taskId)).confirmed).toMatchObject({ outcomeId, happenedAt: before });

    const line = { task_id: await ask(), option: "yes", source, happened_at: before };
    const [report] = await researcher.call.outcomes.import({ file: JSON.stringify(line) });
    expect(report).toMatchObject({ ok: false, message: refusal.message });
  });

  it("may have been decided at any time if the question has no forecast", async () => {
    const { taskId } = await submitAndApprove(researcher, reviewer);
    await researcher.call.outcomes.record({ taskId, option: "yes", source, happenedAt: "2020-01-01T00:00:00Z" });
  });

  it("needs an existing question, one of its options, and a source", async () => {
    const taskId = await ask();
    const record = (entry: object) => researcher.call.outcomes.record({ taskId, option: "yes", source, ...entry });
    await expect(record({ option: "constructor" })).rejects.toThrow(
      'no option "constructor". Its options are no, yes.',
    );
    await expect(record({ taskId: `sha256:${"0".repeat(64)}` })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(record({ source: "  " })).rejects.toThrow("Enter the source.");
    expect((await show(taskId)).entries).toEqual([]);
  });

  it("is recorded in the audit log with the member, the option and the source", async () => {
    const taskId = await ask();
    const { outcomeId } = await researcher.call.outcomes.record({ taskId, option: "yes", source, note: "Line 4." });
    await reviewer.call.outcomes.confirm({ outcomeId });
    const { events } = await admin.call.audit.list({ taskId, kinds: ["outcome.recorded", "outcome.confirmed"] });
    const actor = { id: researcher.memberId };
    const label = expect.stringContaining("At least one");
    expect(events).toMatchObject([
      { event: { kind: "outcome.confirmed", outcome_id: outcomeId, actor: { id: reviewer.memberId }, replaced: null } },
      { event: { kind: "outcome.recorded", option: 1, source, note: "Line 4.", actor }, option: label },
    ]);
  });
});

describe("the confirmation of an outcome", () => {
  it("is refused to the member who recorded the outcome, in every role", async () => {
    for (const member of [reviewer, admin]) {
      const { outcomeId } = await member.call.outcomes.record({ taskId: await ask(), option: "yes", source });
      const own = member.call.outcomes.confirm({ outcomeId });
      await expect(own).rejects.toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining("another member"),
      });
    }
  });

  it("requires a reviewer or an administrator", async () => {
    const other = await addSession(gateway, "researcher");
    const { outcomeId } = await researcher.call.outcomes.record({ taskId: await ask(), option: "yes", source });
    await expect(other.call.outcomes.confirm({ outcomeId })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await admin.call.outcomes.confirm({ outcomeId });
  });

  it("is offered only to members who may confirm", async () => {
    const taskId = await ask();
    await reviewer.call.outcomes.record({ taskId, option: "yes", source });
    const mayConfirm = async (member: typeof admin) => (await member.call.outcomes.get({ taskId })).may.confirm;
    expect(await mayConfirm(admin)).toBeNull();
    expect(await mayConfirm(reviewer)).toContain("You recorded this outcome");
    expect(await mayConfirm(researcher)).toContain("Only members with the role reviewer or admin");
  });

  it("succeeds once under concurrent attempts", async () => {
    const { outcomeId } = await researcher.call.outcomes.record({ taskId: await ask(), option: "yes", source });
    const tries = await Promise.allSettled([reviewer, admin].map((one) => one.call.outcomes.confirm({ outcomeId })));
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("the correction of an outcome", () => {
  it("adds an entry, and the confirmed entry stays in effect until the correction is confirmed", async () => {
    const taskId = await ask();
    const first = await researcher.call.outcomes.record({ taskId, option: "yes", source });
    await reviewer.call.outcomes.confirm({ outcomeId: first.outcomeId });
    const corrects = first.outcomeId;
    const second = await researcher.call.outcomes.record({ taskId, option: "no", source, corrects });
    expect(await show(taskId)).toMatchObject({ confirmed: { option: "yes" }, unconfirmed: { option: "no" } });
    await reviewer.call.outcomes.confirm({ outcomeId: second.outcomeId });
    const { confirmed, unconfirmed, entries } = await show(taskId);
    expect([confirmed?.option, unconfirmed]).toEqual(["no", null]);
    expect(entries.map(({ option, status }) => [option, status])).toEqual([
      ["no", "confirmed"],
      ["yes", "replaced"],
    ]);
  });

  it("immediately replaces an unconfirmed entry, which can no longer be confirmed", async () => {
    const taskId = await ask();
    const first = await researcher.call.outcomes.record({ taskId, option: "yes", source });
    await reviewer.call.outcomes.record({ taskId, option: "no", source, corrects: first.outcomeId });
    const late = admin.call.outcomes.confirm({ outcomeId: first.outcomeId });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await show(taskId)).unconfirmed?.option).toBe("no");
  });

  it("must refer to the latest entry, and is refused if there is a newer one", async () => {
    const taskId = await ask(undefined, { yes: "It runs.", no: "It does not run." });
    const { outcomeId: corrects } = await researcher.call.outcomes.record({ taskId, option: "yes", source });
    const entry = { taskId, option: "no", source };
    const refused = { code: "CONFLICT", message: expect.stringContaining("already has the outcome “It runs.”") };
    await expect(reviewer.call.outcomes.record(entry)).rejects.toMatchObject(refused);
    const both = await Promise.allSettled(
      [researcher, reviewer].map((one) => one.call.outcomes.record({ ...entry, corrects })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await show(taskId)).entries).toHaveLength(2);
  });
});

describe("the list of questions", () => {
  it("lists questions by state, latest resolution date first", async () => {
    const [late, early, ahead] = [
      await ask("2026-09-02T00:00:00Z"),
      await ask("2026-09-01T00:00:00Z"),
      await ask(inDays(9)),
    ];
    const own = new Set([late, early, ahead]);
    const listed = async (state: "due" | "unconfirmed" | "confirmed") => {
      const { questions } = await researcher.call.outcomes.list({ state, limit: 200 });
      return questions.map(({ taskId }) => taskId).filter((taskId) => own.has(taskId));
    };
    expect(await listed("due")).toEqual([late, early]);
    const { outcomeId } = await researcher.call.outcomes.record({ taskId: early, option: "yes", source });
    expect([await listed("due"), await listed("unconfirmed")]).toEqual([[late], [early]]);
    await reviewer.call.outcomes.confirm({ outcomeId });
    expect([await listed("unconfirmed"), await listed("confirmed")]).toEqual([[], [early]]);
  });

  it("counts the questions in each state, and those that the reader may confirm", async () => {
    const taskId = await ask("2026-09-03T00:00:00Z");
    const counts = () => Promise.all([researcher, reviewer].map(({ call }) => call.outcomes.counts({ taskId })));
    const none = { due: 0, unconfirmed: 0, confirmed: 0, confirmable: 0 };
    expect(await counts()).toEqual([
      { ...none, due: 1 },
      { ...none, due: 1 },
    ]);
    const { outcomeId } = await researcher.call.outcomes.record({ taskId, option: "yes", source });
    expect(await counts()).toEqual([
      { ...none, unconfirmed: 1 },
      { ...none, unconfirmed: 1, confirmable: 1 },
    ]);
    await reviewer.call.outcomes.confirm({ outcomeId });
    const corrected = await reviewer.call.outcomes.record({ taskId, option: "no", source, corrects: outcomeId });
    expect(corrected.status).toBe("recorded");
    expect(await counts()).toEqual([
      { ...none, unconfirmed: 1, confirmed: 1 },
      { ...none, unconfirmed: 1, confirmed: 1 },
    ]);
  });

  it("continues after the previous page without gaps", async () => {
    const all = (await researcher.call.outcomes.list({ limit: 200 })).questions.map(({ taskId }) => taskId);
    const paged: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await researcher.call.outcomes.list({ limit: 1, after });
      paged.push(...page.questions.map(({ taskId }) => taskId));
      if (page.next === null) break;
      after = page.next;
    }
    expect(all.length).toBeGreaterThan(1);
    expect(paged).toEqual(all);
  });

  it("does not list a question that was never forecast", async () => {
    const { taskId } = await submitAndApprove(researcher, reviewer);
    const { questions } = await researcher.call.outcomes.list({ taskId });
    expect(questions).toEqual([]);
  });
});

describe("an import of outcomes", () => {
  it("reports each CSV row by its line number, even after multi-line cells", async () => {
    const [one, two, three] = [await ask(), await ask(), await ask()];
    const file = [
      "\uFEFFtask_id,option,void,happened_at,source,note",
      `${one},yes,,2026-09-01T12:00:00Z,"A ""quoted"" source","A note`,
      'of two lines"',
      "",
      `${two},,true,,Somewhere,`,
      `${three},yes,true,,Somewhere,`,
      `${three},maybe,,,Somewhere,`,
      `${three},yes,,,,`,
      `sha256:${"0".repeat(64)},yes,,,Somewhere,`,
    ].join("\r\n");
    const reports = await researcher.call.outcomes.import({ file });
    expect(reports.map((report) => [report.line, report.ok || report.message])).toEqual([
      [2, true],
      [5, true],
      [6, "Either enter the option that happened or set void to true."],
      [7, 'The question has no option "maybe". Its options are no, yes.'],
      [8, expect.stringContaining("source")],
      [9, "No question has this task id."],
    ]);
    expect((await show(one)).unconfirmed).toMatchObject({
      option: "yes",
      happenedAt: "2026-09-01T12:00:00.000Z",
      source: 'A "quoted" source',
      note: "A note\r\nof two lines",
    });
    expect((await show(two)).unconfirmed?.option).toBeNull();
    expect((await show(three)).entries).toEqual([]);
  });

  it("reads JSONL, and adds no entries when the file is imported again", async () => {
    const [one, two] = [await ask(), await ask()];
    const file = `${JSON.stringify({ task_id: one, option: "no", source })}\n\n{"no":1}\n{\n${JSON.stringify({ task_id: two, option: null, void: true, source })}`;
    for (let round = 0; round < 2; round++) {
      const reports = await researcher.call.outcomes.import({ file });
      expect(reports.map(({ line, ok }) => [line, ok])).toEqual([
        [1, true],
        [3, false],
        [4, false],
        [5, true],
      ]);
    }
    expect((await show(one)).entries).toHaveLength(1);
    const other = await reviewer.call.outcomes.import({
      file: JSON.stringify({ task_id: one, option: "yes", source }),
    });
    expect(other).toMatchObject([
      { ok: false, message: expect.stringContaining("already has the outcome “No such service") },
    ]);
  });

  it("reads an export as CSV or JSONL and skips replaced entries", async () => {
    const other = await signInRoles();
    for (const write of [toCsv, toJsonl]) {
      const { taskId, request } = await submitAndApprove(researcher, reviewer);
      await submitAndApprove(other.researcher, other.reviewer, request);
      const { outcomeId } = await researcher.call.outcomes.record({ taskId, option: "no", source });
      await researcher.call.outcomes.record({ taskId, option: "yes", source, corrects: outcomeId });
      let file = "";
      for await (const part of write(readAllOutcomes(gateway.gateway.database), OUTCOME_COLUMNS)) file += part;
      const reports = await other.researcher.call.outcomes.import({ file });
      expect(reports.filter((report) => report.ok && report.taskId === taskId)).toHaveLength(1);
      const { entries } = await other.researcher.call.outcomes.get({ taskId });
      expect(entries).toMatchObject([{ option: "yes", status: "recorded" }]);
    }
  });

  it("previews a file: reports like an import, and records nothing", async () => {
    const [one, two] = [await ask(), await ask()];
    await researcher.call.outcomes.record({ taskId: one, option: "yes", source });
    const file = [
      "task_id;option;source",
      `${one};yes;${source}`,
      `${two};no;${source}`,
      `${two};no;${source}`,
      `${two};yes;${source}`,
      `${two};maybe;${source}`,
    ].join("\n");
    const reports = await researcher.call.outcomes.import({ file, preview: true });
    expect(reports).toMatchObject([
      { line: 2, ok: true, created: false, outcomeId: expect.any(String) },
      { line: 3, ok: true, created: true, outcomeId: null },
      { line: 4, ok: true, created: false },
      { line: 5, ok: false, message: "An earlier line has another outcome of this question." },
      { line: 6, ok: false },
    ]);
    expect((await show(two)).entries).toEqual([]);
  });

  it("finds the question by the own id of its submission, and the option by its description", async () => {
    const request = newRequest();
    const criteria = { yes: "It happens.", no: "It does not." };
    const task = {
      ...request.task,
      criteria,
      resolution: { ...request.task.resolution, resolves_at: "2026-10-01T00:00:00Z" },
    };
    const own_id = `row ${task.instructions}`.slice(0, 200);
    const line = { request: { ...request, task }, own_id, tags: ["river"] };
    const [submitted] = await researcher.call.submissions.import({ jsonl: JSON.stringify(line) });
    const taskId = String(Object(submitted).taskId);
    const outcome = (more: object) => JSON.stringify({ own_id, option: "It happens.", source, ...more });
    const file = [outcome({}), outcome({ own_id: "unknown" }), outcome({ task_id: taskId })].join("\n");
    expect(await researcher.call.outcomes.import({ file })).toMatchObject([
      { ok: true, created: true, taskId },
      { ok: false, message: 'No question has the own id "unknown".' },
      { ok: false, message: "Enter either task_id or own_id." },
    ]);
    expect((await show(taskId)).unconfirmed).toMatchObject({ option: "yes" });
    expect((await researcher.call.questions.get({ taskId })).tags).toContain("river");

    const other = {
      ...line,
      request: { ...newRequest(), task: { ...task, instructions: `${task.instructions} Again?` } },
    };
    await researcher.call.submissions.import({ jsonl: JSON.stringify(other) });
    const [refused] = await researcher.call.outcomes.import({ file: outcome({}) });
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("2 questions have the own id") });
  });

  it("refuses a file of more than 1,000 entries and records none of them", async () => {
    const taskId = await ask();
    const file = Array(1_001)
      .fill(JSON.stringify({ task_id: taskId, option: "no", source }))
      .join("\n");
    await expect(researcher.call.outcomes.import({ file })).rejects.toThrow("Nothing was recorded");
    expect((await show(taskId)).entries).toEqual([]);
  });
});
