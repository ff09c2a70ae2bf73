import { describe, expect, it } from "vitest";
import { identify } from "#server/base/digest.ts";
import { change } from "#test/change.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";

const { gateway, researcher, reviewer } = await signInRoles();

describe("submissions.submit", () => {
  it("returns the ids of the content, and get returns it unchanged", async () => {
    const request = newRequest();
    const submission = await researcher.call.submissions.submit({ request, title: " A title ", note: "Please." });
    expect(submission).toMatchObject({
      taskId: identify(request.task).id,
      inputId: identify(request.input).id,
      status: "submitted",
      origin: "console",
      title: "A title",
      note: "Please.",
      supersedes: null,
    });
    const shown = await reviewer.call.submissions.get({ submissionId: submission.submissionId });
    expect(shown.request).toEqual(request);
  });

  it("uses the question's first line as the default title", async () => {
    const { task, ...rest } = newRequest();
    const request = { ...rest, task: { ...task, instructions: `\u0000 ${"x".repeat(200)}\nmore` } };
    for (const title of [undefined, "", "  "]) {
      const submission = await researcher.call.submissions.submit({ request, title });
      expect(submission.title).toBe(`${"x".repeat(119)}…`);
    }
  });

  it("preserves U+0000 in the question", async () => {
    const { task, ...rest } = newRequest();
    const request = { ...rest, task: { ...task, instructions: "\u0000?\u0000" } };
    const { submissionId } = await researcher.call.submissions.submit({ request });
    expect((await reviewer.call.submissions.get({ submissionId })).request).toEqual(request);
  });

  it("allows one open submission per content, and refers another author to the open submission", async () => {
    const request = newRequest();
    const first = await researcher.call.submissions.submit({ request });
    const turned = { input: request.input, task: request.task, model: request.model };
    expect(await researcher.call.submissions.submit({ request: turned })).toEqual(first);
    const { submissionId } = first;
    const other = reviewer.call.submissions.submit({ request });
    await expect(other).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining(submissionId) });
    await researcher.call.submissions.withdraw({ submissionId });
    expect((await reviewer.call.submissions.submit({ request })).submissionId).not.toBe(submissionId);
  });

  it("refuses a request that the API refuses, with the same error body", async () => {
    const request = change("/task/criteria/yes", "");
    const { status, error } = await researcher.fetch("submissions.submit", { request });
    const { body } = await gateway.post(JSON.stringify(request));
    expect(status).toBe(422);
    expect(error?.data.answer).toEqual({ ...body, request_id: expect.any(String) });
  });
});

describe("submissions.withdraw", () => {
  it("withdraws the author's open submission once, and records the withdrawal", async () => {
    const { submissionId } = await researcher.call.submissions.submit({ request: newRequest() });
    await expect(reviewer.call.submissions.withdraw({ submissionId })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await researcher.call.submissions.withdraw({ submissionId })).toMatchObject({ status: "withdrawn" });
    await expect(researcher.call.submissions.withdraw({ submissionId })).rejects.toMatchObject({ code: "CONFLICT" });
    const [record] = (await researcher.call.audit.list({ kind: "submission.withdrawn", limit: 1 })).events;
    expect(record?.event).toMatchObject({ submission_id: submissionId, actor: { id: researcher.memberId } });
  });

  it("succeeds only if no concurrent decision succeeds", async () => {
    const submission = await researcher.call.submissions.submit({ request: newRequest() });
    const { submissionId } = submission;
    const both = await Promise.allSettled([
      researcher.call.submissions.withdraw({ submissionId }),
      reviewer.call.reviews.decide(approval(submission)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("submissions.import", () => {
  it("submits each line, and reports each rejected line with its number", async () => {
    const [one, two] = [newRequest(), newRequest()];
    const lines = [
      JSON.stringify(one),
      "",
      JSON.stringify({ request: two, title: "Two", note: "From a file." }),
      "{",
      JSON.stringify(change("/task/type", "x")),
      JSON.stringify({ request: newRequest(), title: "\u0000" }),
      `{"model":"x",${JSON.stringify(one).slice(1)}`,
      JSON.stringify(change("/model", "service-r12-a")),
      `${JSON.stringify(one)}\r`,
      "null",
    ];
    const reports = await researcher.call.submissions.import({ jsonl: lines.join("\n") });
    expect(reports.map((report) => (report.ok ? [report.line] : [report.line, report.code, report.path]))).toEqual([
      [1],
      [3],
      [4, "INVALID_JSON", ""],
      [5, "INVALID_TASK", "/task/type"],
      [6, "INVALID_REQUEST", "/title"],
      [7, "INVALID_REQUEST", "/model"],
      [8, "MODEL_NOT_SUPPORTED", "/model"],
      [9],
      [10, "INVALID_REQUEST", ""],
    ]);
    const [first, second, , , , , , again] = reports;
    expect(first).toMatchObject({ taskId: identify(one.task).id, inputId: identify(one.input).id });
    expect(again).toMatchObject({ submissionId: Object(first).submissionId });
    const shown = await researcher.call.submissions.get({ submissionId: Object(second).submissionId });
    expect(shown).toMatchObject({ title: "Two", note: "From a file.", origin: "import", request: two });
  });
});

describe("submissions.list", () => {
  it("returns all submissions in pages, newest first", async () => {
    for (let count = 0; count < 5; count++) await researcher.call.submissions.submit({ request: newRequest() });
    const all = (await researcher.call.submissions.list({ limit: 200 })).submissions;
    const ids = all.map(({ submissionId }) => submissionId);
    expect(ids).toEqual([...ids].sort().reverse());
    const paged: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await researcher.call.submissions.list({ limit: 3, after });
      paged.push(...page.submissions.map(({ submissionId }) => submissionId));
      if (page.next === null) break;
      after = page.next;
    }
    expect(paged).toEqual(ids);
  });

  it("filters by status, author and task", async () => {
    const { submissions } = await researcher.call.submissions.list({ status: "approved", limit: 200 });
    expect(submissions.filter(({ origin }) => origin === "first_start")).toHaveLength(5);
    const taskId = identify(readExample("binary").task).id;
    const found = await researcher.call.submissions.list({ taskId, authorId: researcher.memberId });
    expect(found.submissions.map((submission) => submission.taskId)).toEqual([taskId]);
  });
});
