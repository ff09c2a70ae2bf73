import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { EXPORTS } from "#server/console/files/exports.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { evaluateAlone, parseCases, reportOf } from "#test/evaluation.ts";
import { approval, confirmOutcome, newRequest, type Seen, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { gateway, researcher, reviewer, admin } = await signInRoles({}, { now });
const { database, checkpoints, model } = gateway.gateway;

const HOUR = 3_600_000;
const LATEST = { inputs: "latest" } as const;
const ALL = { inputs: "all" } as const;
const ago = (hours: number) => new Date(now().getTime() - hours * HOUR).toISOString();

/** Returns a request with an information cutoff some hours ago, whose question resolves in an hour. */
function requestFrom(hours: number): PredictionRequest {
  const request = newRequest(ago(-1));
  const as_of = ago(hours);
  const context = request.input.context.map((one) => ({ ...one, observed_at: as_of }));
  return { ...request, input: { ...request.input, as_of, context } };
}

const approve = (request: PredictionRequest) => submitAndApprove(researcher, reviewer, request);

async function happen(taskId: string, option: string | null, happenedAt = now().toISOString()): Promise<void> {
  const entry = { taskId, option, source: "The register.", happenedAt };
  await confirmOutcome(researcher, reviewer, entry);
}

/** Makes a tag that only this test uses, and adds it to the questions. */
async function tagAll(...questions: readonly Seen[]): Promise<string> {
  const tag = `tag ${crypto.randomUUID()}`;
  for (const { taskId } of questions) await researcher.call.questions.tag({ taskId, tag, active: true });
  return tag;
}

/** Sets the clock past the resolution dates. */
const passResolutionDates = () => {
  ahead += 2 * HOUR;
};

const create = (selection: Parameters<typeof researcher.call.evaluations.evaluateResolved>[0]["selection"]) =>
  researcher.call.evaluations.evaluateResolved({ title: "", selection });

async function download(evaluationId: string): Promise<string> {
  const { origin } = new URL(gateway.gateway.config.consoleUrl);
  const url = `${origin}/api/export/evaluation?id=${evaluationId}&format=jsonl`;
  const response = await EXPORTS.evaluation(
    gateway.gateway,
    new Request(url, { headers: { cookie: researcher.cookie } }),
  );
  expect(response.status).toBe(200);
  return response.text();
}

async function inputsOf(evaluationId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ input_id: string }>(
    "select input_id from evaluation_cases where evaluation_id = $1 order by index",
    [evaluationId],
  );
  return rows.map(({ input_id }) => input_id);
}

describe("an evaluation on resolved questions", () => {
  it("needs no review, and has the report of npm run evaluate on its download", async () => {
    const questions = [];
    for (let hours = 1; hours <= 12; hours++) questions.push(await approve(requestFrom(hours)));
    for (const [index, { taskId }] of questions.entries()) await happen(taskId, index % 3 === 0 ? "no" : "yes");
    passResolutionDates();
    const tag = await tagAll(...questions);
    const { evaluationId } = await create({ ...LATEST, tag });
    const created = await researcher.call.evaluations.get({ evaluationId });
    expect(created).toMatchObject({ status: "approved", cases: 12, isResolved: true });
    const file = await download(evaluationId);
    expect(createHash("sha256").update(file).digest("hex")).toBe(created.dataDigest);
    await researcher.call.evaluations.act({ evaluationId, action: "start" });
    const report = await reportOf(researcher, evaluationId);
    const lines = file.trimEnd().split("\n");
    const { dataDigest, fileName } = created;
    expect(report).toEqual(await evaluateAlone(model, parseCases(lines), { dataDigest, fileName }));
    expect(report.answered).toBe(12);
    expect(await verifyAuditLog(database, checkpoints, COMPARISONS)).toMatchObject({ ok: true, errors: [] });
  });

  it("has the order of each question's options, also in its download", async () => {
    const asked = requestFrom(4);
    const request = { ...asked, task: { ...asked.task, criteria: { "10": null, "9": null, more: null } } };
    const data = { kind: "counts", reference_class: "c", counts: { "10": 2, "9": 5, more: 1 } };
    const context = [{ type: "structured" as const, data, observed_at: request.input.as_of }];
    const sent = { ...request, input: { ...request.input, context } };
    const submission = await researcher.call.submissions.submit({ request: sent });
    await reviewer.call.reviews.decide(approval(submission));
    await reviewer.call.questions.setOrder({ taskId: submission.taskId, order: ["9", "10", "more"] });
    await happen(submission.taskId, "more");
    passResolutionDates();
    const { evaluationId } = await create({ ...ALL, tag: await tagAll(submission) });
    const file = await download(evaluationId);
    expect(JSON.parse(file)).toMatchObject({ ordered: ["9", "10", "more"] });
    await researcher.call.evaluations.act({ evaluationId, action: "start" });
    const { dataDigest, fileName } = await researcher.call.evaluations.get({ evaluationId });
    const report = await reportOf(researcher, evaluationId);
    expect(report).toEqual(await evaluateAlone(model, parseCases([file.trimEnd()]), { dataDigest, fileName }));
    expect(report.sections[0]?.ranked).toMatchObject({ questions: 1 });
    await reviewer.call.questions.setOrder({ taskId: submission.taskId, order: null });
    expect(await verifyAuditLog(database, checkpoints, COMPARISONS)).toMatchObject({ ok: true, errors: [] });
  });

  it("contains the latest input of each question, or all inputs", async () => {
    const first = await approve(requestFrom(48));
    const { task } = first.request;
    const later = await approve({ ...first.request, input: requestFrom(24).input });
    const latest = await approve({ ...first.request, task, input: requestFrom(12).input });
    await happen(first.taskId, "yes");
    passResolutionDates();
    const tag = await tagAll(first);
    expect(await inputsOf((await create({ ...LATEST, tag })).evaluationId)).toEqual([latest.inputId]);
    const inputs = [first, later, latest];
    const ids = inputs.map(({ inputId }) => inputId);
    expect(await inputsOf((await create({ ...ALL, tag })).evaluationId)).toEqual(ids);
    const cutoffFrom = later.request.input.as_of.slice(0, 10);
    const kept = inputs.filter(({ request }) => request.input.as_of >= cutoffFrom).map(({ inputId }) => inputId);
    expect(await inputsOf((await create({ ...ALL, tag, cutoffFrom })).evaluationId)).toEqual(kept);
    expect(await researcher.call.evaluations.resolved({ ...ALL, tag })).toEqual({ cases: 3, questions: 1 });
  });

  it("omits questions that are void, unconfirmed or open, and inputs that are revoked or know the outcome", async () => {
    const [voided, unconfirmed, revoked, informed] = [
      await approve(requestFrom(5)),
      await approve(requestFrom(5)),
      await approve(requestFrom(5)),
      await approve(requestFrom(5)),
    ];
    await happen(voided.taskId, null);
    const entry = { option: "yes", source: "The register." };
    await researcher.call.outcomes.record({ ...entry, taskId: unconfirmed.taskId, happenedAt: now().toISOString() });
    await happen(revoked.taskId, "yes");
    const early = { ...entry, taskId: informed.taskId, happenedAt: ago(6), beforeFirstForecast: true };
    const { outcomeId } = await researcher.call.outcomes.record(early);
    await reviewer.call.outcomes.confirm({ outcomeId, beforeFirstForecast: true });
    await admin.call.reviews.revoke({
      kind: "approval",
      taskId: revoked.taskId,
      inputId: revoked.inputId,
      reason: "A wrong source.",
    });
    passResolutionDates();
    const open = await approve(requestFrom(5));
    const tag = await tagAll(voided, unconfirmed, revoked, informed, open);
    expect(await researcher.call.evaluations.resolved({ ...ALL, tag })).toEqual({ cases: 0, questions: 0 });
    await expect(create({ ...ALL, tag })).rejects.toThrow("No approved input matches.");
  });

  it.each([
    [
      "an unapproved input",
      "update approvals set input_id = 'x' || input_id",
      "update approvals set input_id = substr(input_id, 2)",
    ],
    ["another outcome", "update outcomes set option = 'no'", "update outcomes set option = 'yes'"],
  ])("fails verification if a case has %s", async (_, tampering, restore) => {
    const question = await approve(requestFrom(3));
    await happen(question.taskId, "yes");
    passResolutionDates();
    const { evaluationId } = await create({ ...ALL, tag: await tagAll(question) });
    await database.pool.query(`${tampering} where task_id = $1`, [question.taskId]);
    const { errors } = await verifyAuditLog(database, checkpoints, COMPARISONS);
    await database.pool.query(`${restore} where task_id = $1`, [question.taskId]);
    const message = `evaluations ${evaluationId}: 1 of the cases has no approval, or another outcome`;
    expect(errors).toContainEqual({ seq: null, message });
  });
});
