import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { addSession } from "#test/console-session.ts";
import { newCases, upload } from "#test/evaluation.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { carryOutDue } from "./erasures.ts";
import { runRetention } from "./retention.ts";

const { gateway, admin, researcher, reviewer } = await signInRoles();
const other = await addSession(gateway, "admin");
afterAll(() => gateway.stop());
const { database, checkpoints, authenticator: _, ...context } = gateway.gateway;

const OFF = { submissions_days: null, records_days: null };
const NOT_ABORTED = new AbortController().signal;
const DAY_MS = 86_400_000;

const run = (signal = NOT_ABORTED) => runRetention({ ...context, database }, signal);
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const submit = (request = newRequest(), supersedes?: string) =>
  researcher.call.submissions.submit({ request, note: "n", supersedes });

/** Withdraws a new submission that ended this many days ago. */
async function submitEnded(days = 100, request = newRequest()) {
  const seen = await submit(request);
  await researcher.call.submissions.withdraw({ submissionId: seen.submissionId });
  await query("update submissions set updated_at = $2 where id = $1", [seen.submissionId, daysAgo(days)]);
  return { ...seen, request };
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function addDelivery(days: number, owner = "organisation", status = "delivered"): Promise<string> {
  const id = randomUUID();
  const text = "insert into webhook_deliveries (id, owner, body, status, created_at) values ($1, $2, '{}', $3, $4)";
  await query(text, [id, owner, status, daysAgo(days)]);
  return id;
}

async function addEndedSignIns(days: number): Promise<void> {
  const ended = daysAgo(days);
  await query("insert into sessions (id, user_id, token, expires_at) values ($1, $2, $1, $3)", [
    ...[randomUUID(), admin.memberId, ended],
  ]);
  await query("insert into verifications (id, identifier, value, expires_at) values ($1, 'i', 'v', $2)", [
    ...[randomUUID(), ended],
  ]);
}

const isErased = async (submissionId: string) =>
  (await query("select from submissions where id = $1 and erased_by is not null", [submissionId])).length === 1;

async function expectVerified(): Promise<void> {
  expect((await verifyAuditLog(database, checkpoints, COMPARISONS)).errors).toEqual([]);
}

async function request(thing: "submission" | "observation" | "note" | "member", subjectId: string) {
  const { erasureId } = await admin.call.erasures.request({ thing, subjectId, rule: "personal_data" });
  return () => other.call.erasures.confirm({ erasureId });
}

const hold = (thing: "question" | "key", subjectId: string) =>
  admin.call.erasures.setHold({ thing, subjectId, note: "The dispute." });

/** Sends a new request with an API key, which sends it for review. */
async function sendWithKey(request = newRequest()) {
  await gateway.post(JSON.stringify(request));
  const [sent] = await query("select * from submissions order by id desc limit 1");
  return { submissionId: sent?.id, taskId: sent?.task_id, inputId: sent?.input_id, credentialId: sent?.author_id };
}

beforeEach(async () => {
  await admin.call.erasures.setRetention(OFF);
  for (const { id: holdId } of await admin.call.erasures.holds())
    await admin.call.erasures.liftHold({ holdId, note: "It ended." });
  await run();
});

describe("a legal hold", () => {
  it("on a question refuses its erasure, also of notes and shared inputs, until it is lifted", async () => {
    const seen = await submit();
    await reviewer.call.reviews.decide({ ...approval(seen), note: "verdict" });
    await researcher.call.questions.addNote({ taskId: seen.taskId, text: "note" });
    const [note] = await query("select id from question_notes where task_id = $1", [seen.taskId]);
    const [verdict] = await query("select id from verdicts where submission_id = $1", [seen.submissionId]);
    const [input] = await query("select canonical from inputs where input_id = $1", [seen.inputId]);
    const shared = { ...newRequest(), input: JSON.parse(input?.canonical.toString() ?? "{}") };
    const sharing = await submit(shared);
    expect(sharing.inputId).toBe(seen.inputId);
    const confirms = [
      await request("observation", `${sharing.inputId}/1`),
      await request("submission", seen.submissionId),
      await request("submission", sharing.submissionId),
      await request("note", note?.id),
      await request("note", verdict?.id),
    ];
    const { holdId } = await hold("question", seen.taskId);
    const message = `The legal hold ${holdId} on the question ${seen.taskId} covers this. Lift the hold first.`;
    for (const confirm of confirms) await expect(confirm()).rejects.toMatchObject({ code: "CONFLICT", message });
    expect((await researcher.call.questions.get({ taskId: seen.taskId })).heldSince).toMatch(/^\d{4}-/);
    await admin.call.erasures.liftHold({ holdId, note: "It ended." });
    expect((await researcher.call.questions.get({ taskId: seen.taskId })).heldSince).toBeNull();
    for (const confirm of confirms) await confirm();
    await expectVerified();
  });

  it("on an API key covers what was sent with it, and nothing else", async () => {
    const sent = await sendWithKey();
    const own = await submit();
    const confirms = await Promise.all([sent, own].map(({ submissionId }) => request("submission", submissionId)));
    const { holdId } = await hold("key", sent.credentialId);
    await expect(confirms[0]?.()).rejects.toThrow(`The legal hold ${holdId} on the key ${sent.credentialId}`);
    await confirms[1]?.();
    expect((await researcher.call.questions.get({ taskId: sent.taskId })).heldSince).not.toBeNull();
  });

  it("on an API key covers approved content of a member that it asked about", async () => {
    const asked = newRequest();
    const seen = await submit(asked);
    await reviewer.call.reviews.decide(approval(seen));
    expect((await gateway.post(JSON.stringify(asked))).status).toBe(200);
    const { credentialId } = await sendWithKey();
    await hold("key", credentialId);
    await expect((await request("submission", seen.submissionId))()).rejects.toThrow("The legal hold");
  });

  it("refuses the erasure of a member who acted on the question, but not of another", async () => {
    const [author, bystander] = [await addSession(gateway, "researcher"), await addSession(gateway, "researcher")];
    const { taskId } = await submit();
    await author.call.questions.addNote({ taskId, text: "note" });
    await hold("question", taskId);
    for (const { memberId } of [author, bystander]) await admin.call.members.disable({ memberId });
    await expect((await request("member", author.memberId))()).rejects.toThrow("The legal hold");
    await (await request("member", bystander.memberId))();
  });

  it("stops an erasure whose delay has passed, which is carried out after it is lifted", async () => {
    const { submissionId, taskId } = await submit();
    await request("submission", submissionId);
    await query("update erasures set due_at = now() - interval '1 day' where subject_id = $1", [submissionId]);
    const { holdId } = await hold("question", taskId);
    await carryOutDue(gateway.gateway);
    expect(await isErased(submissionId)).toBe(false);
    await admin.call.erasures.liftHold({ holdId, note: "It ended." });
    await carryOutDue(gateway.gateway);
    expect(await isErased(submissionId)).toBe(true);
  });

  it("is refused for an unknown id, and its note can be erased", async () => {
    await expect(hold("question", "sha256:none")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(hold("key", randomUUID())).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { taskId } = await submit();
    const { holdId } = await hold("question", taskId);
    await (await request("note", holdId))();
    expect((await admin.call.erasures.holds())[0]?.note).toMatch(/^Erased on/);
    await expectVerified();
  });

  it("that was lifted in the database only is found by verification", async () => {
    const { taskId } = await submit();
    const { holdId } = await hold("question", taskId);
    await query("update holds set lifted_at = now() where id = $1", [holdId]);
    const { errors } = await verifyAuditLog(database, checkpoints, COMPARISONS);
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(`holds ${holdId}: lifted is true`)]);
    await query("update holds set lifted_at = null where id = $1", [holdId]);
  });
});

describe("the retention", () => {
  it("that is off removes only deliveries of more than 30 days", async () => {
    const [old, recent] = [await addDelivery(31), await addDelivery(29)];
    const { submissionId } = await submitEnded(10_000);
    await addEndedSignIns(10_000);
    await run();
    expect(await query("select id from webhook_deliveries where id in ($1, $2)", [old, recent])).toEqual([
      { id: recent },
    ]);
    expect(await isErased(submissionId)).toBe(false);
    expect((await admin.call.erasures.previewRetention({ ...OFF, records_days: 900 })).sign_ins).toBe(2);
  });

  it("removes what the preview counted, once, and leaves a valid log", async () => {
    const ended = [await submitEnded(), await submitEnded(), await submitEnded(50)];
    const open = await submit();
    await query("update submissions set updated_at = $2 where id = $1", [open.submissionId, daysAgo(500)]);
    for (const status of ["delivered", "failed", "waiting"]) await addDelivery(20, "organisation", status);
    await addEndedSignIns(20);
    const rules = { submissions_days: 90, records_days: 10 };
    const counts = await admin.call.erasures.previewRetention(rules);
    expect(counts.submissions).toBeGreaterThanOrEqual(2);
    await admin.call.erasures.setRetention(rules);
    await run();
    const { last, ...rest } = await admin.call.erasures.retention();
    expect({ ...rest, last }).toEqual({ rules, last: { ...counts, at: expect.any(String) } });
    expect(await Promise.all([...ended, open].map(({ submissionId }) => isErased(submissionId)))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(await admin.call.erasures.previewRetention(rules)).toEqual({ submissions: 0, deliveries: 0, sign_ins: 0 });
    const events = await query("select count(*) as count from events");
    await run();
    expect(await query("select count(*) as count from events")).toEqual(events);
    const [gone] = ended;
    const shown = JSON.stringify(await researcher.call.submissions.get({ submissionId: gone?.submissionId ?? "" }));
    expect(shown).toMatch(/Erased on \d{4}-\d\d-\d\d by jobs, rule retention\./);
    const refused = await gateway.post(JSON.stringify(gone?.request));
    expect(refused.body).toMatchObject({ error: { reason: "erased" } });
    await expectVerified();
  });

  it("keeps what an open revision, an evaluation or a hold needs", async () => {
    const evaluationId = await upload(gateway, researcher, newCases(1));
    const contents = `select t.canonical as task, i.canonical as input from evaluation_cases c
      join tasks t using (task_id) join inputs i using (input_id) where evaluation_id = $1`;
    const [used] = await query(contents, [evaluationId]);
    const [task, input] = [used?.task, used?.input].map((text) => JSON.parse(String(text)));
    const evaluated = await submitEnded(100, { ...newRequest(), task, input });
    const [revised, held] = [await submitEnded(), await submitEnded()];
    await submit(newRequest(), revised.submissionId);
    await hold("question", held.taskId);
    const sent = await sendWithKey();
    const no = { binding: "reject", quality: "reject", note: "n" } as const;
    await reviewer.call.reviews.decide({ ...approval(sent), ...no });
    await query("update submissions set updated_at = $2 where id = $1", [sent.submissionId, daysAgo(100)]);
    const delivery = await addDelivery(100, sent.credentialId);
    await hold("key", sent.credentialId);
    await admin.call.erasures.setRetention({ submissions_days: 90, records_days: 10 });
    await run();
    for (const { submissionId } of [revised, held, evaluated, sent]) expect(await isErased(submissionId)).toBe(false);
    expect(await query("select from webhook_deliveries where id = $1", [delivery])).toHaveLength(1);
    await expectVerified();
  });

  it("continues after an interruption between two steps", { timeout: 300_000 }, async () => {
    await admin.call.erasures.setRetention({ ...OFF, submissions_days: 90 });
    await run();
    const ended: Awaited<ReturnType<typeof submitEnded>>[] = [];
    for (let index = 0; index < 52; index++) ended.push(await submitEnded());
    const stopping = new AbortController();
    const { now } = context;
    const stop = () => {
      stopping.abort();
      return now();
    };
    await runRetention({ ...context, database, now: stop }, stopping.signal);
    const count = async () =>
      (await Promise.all(ended.map((one) => isErased(one.submissionId)))).filter(Boolean).length;
    expect(await count()).toBe(50);
    await expectVerified();
    await runRetention({ ...context, database }, stopping.signal);
    expect(await count()).toBe(50);
    await run();
    expect(await count()).toBe(52);
    await expectVerified();
  });
});
