import { describe, expect, it } from "vitest";
import { FIRST } from "#lib/scores/reference-names.ts";
import { openEvent } from "#server/audit/log/contents.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { identify } from "#server/base/digest.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { addSession } from "#test/console-session.ts";
import {
  approvalOf,
  approve,
  evaluateAlone,
  newCases,
  parseCases,
  reportOf,
  sendFile,
  upload,
} from "#test/evaluation.ts";
import { holdModel } from "#test/held-model.ts";
import { readAll } from "#test/make-events.ts";
import { jsonl } from "#test/resolved-cases.ts";
import { submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { until } from "#test/until.ts";
import { runJob, sendRunning } from "./run-evaluation.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();
const { database, checkpoints, model } = gateway.gateway;

const parse = (lines: readonly object[]) => parseCases(lines.map((line) => JSON.stringify(line)));

async function eventsOf(evaluationId: string) {
  const links = await readAll(gateway);
  return links
    .map(({ body, contents }) => Object(openEvent(body, contents)))
    .filter((event) => event.evaluation_id === evaluationId);
}

describe("an evaluation", () => {
  it("is approved as a whole, then runs in the background, and has the report of npm run evaluate", async () => {
    const lines = newCases(24);
    const evaluationId = await upload(gateway, researcher, lines);
    const idsFor = async ({ call }: typeof researcher) => {
      const { toDecide, toStart } = await call.evaluations.waiting();
      const isThis = (one: { evaluationId: string }) => one.evaluationId === evaluationId;
      return [toDecide.some(isThis), toStart.some(isThis)];
    };
    // It waits for eligible reviewers, then for its uploader until it is started.
    expect([await idsFor(researcher), await idsFor(reviewer)]).toEqual([
      [false, false],
      [true, false],
    ]);
    await approve(reviewer, evaluationId);
    expect([await idsFor(researcher), await idsFor(reviewer)]).toEqual([
      [false, true],
      [false, false],
    ]);
    await researcher.call.evaluations.act({ evaluationId, action: "start" });
    expect(await idsFor(researcher)).toEqual([false, false]);
    const report = await reportOf(researcher, evaluationId);
    const { dataDigest } = await researcher.call.evaluations.get({ evaluationId });
    const subject = { dataDigest, fileName: "questions.jsonl" };
    expect(report).toEqual(await evaluateAlone(model, parse(lines), subject));
    expect(report.answered).toBe(24);

    // Its forecasts are recorded separately from those of callers.
    const events = await eventsOf(evaluationId);
    const count = (kind: string) => events.filter((event) => event.kind === kind).length;
    expect([count("evaluation.opened"), count("evaluation.answered")]).toEqual([24, 24]);
    expect(events.map(({ kind }) => kind).filter((kind) => !/(opened|answered)$/.test(kind))).toEqual([
      "evaluation.uploaded",
      "evaluation.decided",
      "evaluation.started",
      "evaluation.ended",
    ]);
    const [one] = parse(lines);
    const taskId = identify(Object(one).request.task).id;
    expect(await researcher.call.forecasts.list({ taskId })).toMatchObject({ forecasts: [] });
    expect(await researcher.call.outcomes.list({ taskId })).toMatchObject({ questions: [] });
    expect(await verifyAuditLog(database, checkpoints, COMPARISONS)).toMatchObject({ ok: true, errors: [] });
  });

  it("opens no case while paused, and runs the remaining cases when resumed", async () => {
    const held = holdModel();
    const changed = held.change(gateway.gateway);
    const evaluationId = await upload(gateway, researcher, newCases(20));
    await approve(reviewer, evaluationId);
    await database.pool.query("update evaluations set status = 'running' where id = $1", [evaluationId]);
    held.hold();
    const run = runJob(changed, evaluationId, new AbortController().signal);
    await until("cases are asked", () => held.begun() > 2);
    await researcher.call.evaluations.act({ evaluationId, action: "pause" });
    const begun = held.begun();
    held.release();
    await run;
    expect(held.begun()).toBe(begun);
    expect(await researcher.call.evaluations.get({ evaluationId })).toMatchObject({ status: "paused", done: begun });
    await reviewer.call.evaluations.act({ evaluationId, action: "resume" });
    expect((await reportOf(researcher, evaluationId)).answered).toBe(20);
    const answered = (await eventsOf(evaluationId)).filter(({ kind }) => kind === "evaluation.answered");
    expect(new Set(answered.map((event) => event.case_index)).size).toBe(20);
    expect(answered).toHaveLength(20);
  });

  it("for another release cannot start, and waits for a process that serves its release", async () => {
    const evaluationId = await upload(gateway, researcher, newCases(10));
    await approve(reviewer, evaluationId);
    const { release } = model;
    Object.assign(model, { release: "service-r14-a" });
    try {
      const started = researcher.call.evaluations.act({ evaluationId, action: "start" });
      await expect(started).rejects.toThrow(`This file is for the release ${release}, but`);
      await database.pool.query("update evaluations set status = 'running' where id = $1", [evaluationId]);
      await runJob(gateway.gateway, evaluationId, new AbortController().signal);
      const waiting = { status: "running", done: 0, release, served: "service-r14-a" };
      expect(await researcher.call.evaluations.get({ evaluationId })).toMatchObject(waiting);
    } finally {
      Object.assign(model, { release });
    }
    await sendRunning(gateway.gateway);
    expect((await reportOf(researcher, evaluationId)).answered).toBe(10);
  });

  it("has one answer per case, even if several processes run it", async () => {
    const evaluationId = await upload(gateway, researcher, newCases(16));
    await approve(reviewer, evaluationId);
    await database.pool.query("update evaluations set status = 'running' where id = $1", [evaluationId]);
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map(() => runJob(gateway.gateway, evaluationId, signal)));
    await runJob(gateway.gateway, evaluationId, signal);
    expect((await reportOf(researcher, evaluationId)).answered).toBe(16);
    const answered = (await eventsOf(evaluationId)).filter(({ kind }) => kind === "evaluation.answered");
    expect(answered).toHaveLength(16);
  });

  it("cannot be started after a stop", async () => {
    const evaluationId = await upload(gateway, researcher, newCases(3));
    await approve(reviewer, evaluationId);
    await admin.call.evaluations.act({ evaluationId, action: "stop" });
    const start = researcher.call.evaluations.act({ evaluationId, action: "start" });
    await expect(start).rejects.toThrow("This evaluation is cancelled");
  });

  it("does not run cases with a revoked approval, even if the file is approved", async () => {
    const lines = newCases(3);
    const [one] = parse(lines);
    const { request } = Object(one);
    const { taskId, inputId } = await submitAndApprove(researcher, reviewer, request);
    await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "It says what happened." });
    const evaluationId = await upload(gateway, researcher, lines);
    await approve(await addSession(gateway, "reviewer"), evaluationId);
    await researcher.call.evaluations.act({ evaluationId, action: "start" });
    const report = await reportOf(researcher, evaluationId);
    expect(report).toMatchObject({ answered: 2, refused: [{ line: 1, code: "INPUT_QUALITY_UNVERIFIED" }] });
  });
});

describe("the approval of a file", () => {
  it("cannot be given by the uploader of the file", async () => {
    const evaluationId = await upload(gateway, reviewer, newCases(3));
    await expect(approve(reviewer, evaluationId)).rejects.toThrow("You uploaded this file");
    expect((await reviewer.call.evaluations.get({ evaluationId })).may.decide).toContain("You uploaded this file");
  });

  it("cannot be given by the author of a task in the file", async () => {
    const lines = newCases(3);
    const { request } = Object(parse(lines)[1]);
    const author = await addSession(gateway, "reviewer");
    await author.call.submissions.submit({ request });
    const evaluationId = await upload(gateway, researcher, lines);
    await expect(approve(author, evaluationId)).rejects.toThrow("You wrote a task in this file");
  });

  it("requires the whole sample and the digest of the file that the reviewer read", async () => {
    const evaluationId = await upload(gateway, researcher, newCases(40));
    const approval = await approvalOf(reviewer, evaluationId);
    expect(approval.read).toHaveLength(10);
    const decide = (change: object) => reviewer.call.evaluations.decide({ ...approval, ...change });
    await expect(decide({ read: approval.read.slice(1) })).rejects.toThrow("Cases left: 1.");
    await expect(decide({ seen: "another" })).rejects.toThrow("has changed since you read it");
    await expect(decide({ checklist: { ...approval.checklist, cutoff: false } })).rejects.toThrow("tick the checklist");
    await expect(decide({ approve: false })).rejects.toThrow("Explain in the note");
    expect(await decide({})).toEqual({ status: "approved" });
    const [decided] = (await eventsOf(evaluationId)).filter(({ kind }) => kind === "evaluation.decided");
    expect(decided.decision.lines_read).toEqual(approval.read.map((index) => index + 1));
  });

  it("draws a different, stable sample for each reviewer", async () => {
    const evaluationId = await upload(gateway, researcher, newCases(60));
    const other = await addSession(gateway, "reviewer");
    const [mine, theirs] = [await approvalOf(reviewer, evaluationId), await approvalOf(other, evaluationId)];
    expect(await approvalOf(reviewer, evaluationId)).toEqual(mine);
    expect(theirs.read).not.toEqual(mine.read);
  });

  it("shows the options of a sampled case in the order of the file", async () => {
    const [line] = newCases(1);
    const { request } = Object(line);
    const { yes, no } = request.task.criteria;
    const criteria = { yes, no, "10": "Another one.", "9": null };
    const text = JSON.stringify({ ...line, request: { ...request, task: { ...request.task, criteria: "HERE" } } });
    const order = ["yes", "10", "no", "9"];
    const written = order.map((id) => `"${id}":${JSON.stringify(Object(criteria)[id])}`).join();
    const { body } = await sendFile(gateway, researcher, text.replace('"HERE"', `{${written}}`));
    const [sampled] = await reviewer.call.evaluations.sample({ evaluationId: String(body.evaluationId) });
    expect(sampled?.options).toEqual(order);
  });

  it("is required before the evaluation starts, and a rejection prevents the start", async () => {
    const evaluationId = await upload(gateway, researcher, newCases(3));
    const start = () => researcher.call.evaluations.act({ evaluationId, action: "start" });
    await expect(start()).rejects.toThrow("This evaluation is in review");
    const approval = await approvalOf(reviewer, evaluationId);
    await reviewer.call.evaluations.decide({ ...approval, approve: false, note: "The sources are not named." });
    await expect(start()).rejects.toThrow("This evaluation is rejected");
  });
});

describe("the upload of a file", () => {
  it("saves nothing if a line is invalid, and reports the line", async () => {
    const [good, bad] = [newCases(1), newCases(1).map((line) => ({ ...line, outcome: "maybe" }))];
    const before = await researcher.call.evaluations.list();
    const { status, body } = await sendFile(gateway, researcher, jsonl([...good, ...bad]));
    expect(status).toBe(422);
    expect(body).toEqual({
      ok: false,
      badLines: 1,
      bad: [{ line: 2, message: 'outcome: "maybe" is not an option of the task' }],
    });
    expect(await researcher.call.evaluations.list()).toEqual(before);
  });

  it.each([
    [
      "a request with a duplicate name",
      '{"set":"a","question":"b","request":{"model":"x","model":"x"},"outcome":"yes"}',
    ],
    ["text that is not JSON", "{"],
  ])("refuses %s", async (_, line) => {
    expect((await sendFile(gateway, researcher, line)).status).toBe(422);
  });

  it("is refused while the member has 20 evaluations in progress", async () => {
    const other = await addSession(gateway, "researcher");
    const evaluationId = await upload(gateway, other, newCases(1));
    for (let n = 1; n < 20; n++) await upload(gateway, other, newCases(1));
    const message = "You have 20 evaluations in progress. Stop one, or try again when one has finished.";
    const refused = await sendFile(gateway, other, jsonl(newCases(1)));
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "CONFLICT", message } } });
    await upload(gateway, researcher, newCases(1));
    await other.call.evaluations.act({ evaluationId, action: "stop" });
    await upload(gateway, other, newCases(1));
  });

  it("refuses a file without cases, a damaged file, and a sender without a session", async () => {
    expect((await sendFile(gateway, researcher, "[]")).body).toMatchObject({
      error: { message: "The file contains no cases." },
    });
    expect((await sendFile(gateway, researcher, new Uint8Array([0x1f, 0x8b, 1, 2, 3]))).status).toBe(400);
    expect((await sendFile(gateway, { ...researcher, cookie: "" }, "{}")).status).toBe(401);
  });
});

describe("reading a file", () => {
  it("stops after 500 invalid lines, and reports that the rest was not checked", async () => {
    const { status, body } = await sendFile(gateway, researcher, "{}\n".repeat(600));
    expect(status).toBe(422);
    expect(body).toMatchObject({ ok: false, badLines: 500 });
    expect(Object(body.bad).at(-1)).toEqual({ line: 500, message: "checking stopped after this line" });
  });

  it("accepts a JSON array, and a preview saves nothing", async () => {
    const text = `\uFEFF${JSON.stringify(newCases(3), null, 2)}`;
    const { body } = await sendFile(gateway, researcher, text, "name=previewed.json&preview=true");
    expect(body).toEqual({ ok: true, cases: 3 });
    const { evaluations } = await researcher.call.evaluations.list();
    expect(evaluations.map(({ title }) => title)).not.toContain("previewed.json");
    expect((await sendFile(gateway, researcher, text, "name=array.json")).body).toMatchObject({ ok: true, cases: 3 });
  });

  it("refuses two outcomes of the same task", async () => {
    const [line] = newCases(1);
    const other = Object(line).outcome === "yes" ? "no" : "yes";
    const { body } = await sendFile(gateway, researcher, jsonl([Object(line), { ...line, outcome: other }]));
    expect(body.bad).toEqual([{ line: 2, message: "outcome: line 1 has the same task with another outcome" }]);
  });

  it("stops when the member disconnects", async () => {
    const leaving = new AbortController();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++sent === 3) leaving.abort();
        controller.enqueue(Buffer.from(jsonl(newCases(1))));
        if (sent === 20) controller.close();
      },
    });
    const left = sendFile(gateway, researcher, body, "name=left.jsonl", leaving.signal);
    await expect(left).rejects.toThrow("aborted");
    const { evaluations } = await researcher.call.evaluations.list();
    expect(evaluations.map(({ title }) => title)).not.toContain("left.jsonl");
  });
});

it("compares two evaluations on the cases that both answered", async () => {
  const lines = newCases(12);
  const ids = [await upload(gateway, researcher, lines), await upload(gateway, researcher, lines.slice(2))];
  for (const evaluationId of ids) {
    await approve(reviewer, evaluationId);
    await researcher.call.evaluations.act({ evaluationId, action: "start" });
    await reportOf(researcher, evaluationId);
  }
  const [one = "", other = ""] = ids;
  const compared = await researcher.call.evaluations.compare({ one, other });
  expect(compared).toMatchObject({ onlyFirst: 2, onlySecond: 0, section: { forecasts: 10, questions: 10 } });
  expect(compared.section?.references[FIRST]?.logDifference).toMatchObject({ value: 0, interval: { low: 0, high: 0 } });
});

it("detects a changed case during verification", async () => {
  const evaluationId = await upload(gateway, researcher, newCases(3));
  const change = (outcome: string) =>
    database.pool.query("update evaluation_cases set outcome = $2 where evaluation_id = $1 and index = 1", [
      evaluationId,
      outcome,
    ]);
  const { rows } = await database.pool.query<{ outcome: string }>(
    "select outcome from evaluation_cases where evaluation_id = $1 and index = 1",
    [evaluationId],
  );
  await change("maybe");
  const { errors } = await verifyAuditLog(database, checkpoints, COMPARISONS);
  expect(errors).toContainEqual({
    seq: null,
    message: `evaluations ${evaluationId}: the stored cases do not match their digest`,
  });
  await change(rows[0]?.outcome ?? "");
});
