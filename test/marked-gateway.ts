import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { watchEvents } from "#server/console/notices/watch-events.ts";
import { openAgent } from "#test/agent-client.ts";
import { askScim, SCIM_TOKEN, setActive } from "#test/ask-scim.ts";
import { addSession, type ConsoleSession, signInAs } from "#test/console-session.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { approve, sendFile } from "#test/evaluation.ts";
import { startMailServer } from "#test/mail-server.ts";
import { startRedis, withoutRedis } from "#test/redis-server.ts";
import { jsonl } from "#test/resolved-cases.ts";
import { approval, confirmOutcome, newRequest } from "#test/review.ts";
import { makeFolder } from "#test/run-process.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";

/** Long enough ago for an archive of the month. */
const BEHIND_MS = 70 * 86_400_000;

/** Every text of the fill contains this, followed by the entrance. */
export const MARKER = `zq${randomUUID().replaceAll("-", "").slice(0, 14)}`;
/** The marker as it stands in base64, for each position of its first byte. */
const FORMS = [0, 1, 2].map((start) =>
  Buffer.from("x".repeat(start) + MARKER)
    .toString("base64url")
    .slice(start + 1, -2),
);
export const isMarked = (text: string) => [MARKER, ...FORMS].some((form) => text.includes(form));

/** Returns a request whose texts, option and source contain the marker. */
function marked(entrance: string): PredictionRequest {
  const { model, task, input } = newRequest();
  const name = `${MARKER}${entrance}`;
  const [one, two] = [`yes-${name}`, `no-${name}`];
  const observed_at = input.as_of;
  const data = { kind: "forecast", source: `source ${name}`, probabilities: { [one]: 0.7, [two]: 0.3 } };
  const counts = { kind: "counts", reference_class: `A long class of ${name}`, counts: { [one]: 7, [two]: 3 } };
  return {
    model,
    task: { ...task, instructions: `A long question of ${name}?`, criteria: { [one]: `is ${name}`, [two]: null } },
    input: {
      ...input,
      context: [
        { type: "structured", data, observed_at },
        { type: "structured", data: counts, observed_at },
        { type: "text", text: `A long observation about ${name}`, observed_at },
      ],
    },
  };
}

export async function openMarked(environment: Readonly<Record<string, string>>) {
  const dataDir = makeFolder();
  if (environment.DATABASE_URL === undefined) await copyEmptyDatabase(dataDir);
  const redis = withoutRedis === undefined ? await startRedis() : undefined;
  const [mail, receiver] = [await startMailServer(), await startWebhookReceiver()];
  let behind = BEHIND_MS;
  let lines = "";
  const log = pino({ level: "trace" }, { write: (line: string) => (lines += line) });
  const settings = {
    ...environment,
    ...{ DATA_DIR: dataDir, SCIM_TOKEN, WEBHOOK_ALLOW_PRIVATE: "1" },
    ...{ SMTP_URL: mail.url, MAIL_FROM: "forecasts@example.org" },
    ...(redis && { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: "60000" }),
  };
  const start = () =>
    // The background jobs have the same object.
    startGateway(settings, (gateway) => Object.assign(gateway, { log }), { now: () => new Date(Date.now() - behind) });
  return {
    ...{ dataDir, redis, receiver, start },
    written: () => lines,
    /** The clock is right from now on. */
    catchUp: () => {
      behind = 0;
    },
  };
}

/** Fills the gateway through its entrances. Returns the ids of everything that is erased later. */
export async function fillMarked(
  gateway: TestGateway,
  receivedBy: { readonly url: string; received: readonly unknown[] },
) {
  const [researcher, reviewer, admin] = (await Promise.all(
    (["researcher", "reviewer", "admin"] as const).map((role) => signInAs(gateway, role)),
  )) as [ConsoleSession, ConsoleSession, ConsoleSession];
  const credentials = await admin.call.credentials.list();
  for (const owner of ["organisation", ...credentials.map(({ credentialId }) => credentialId)])
    await admin.call.channel.set({ owner, format: "signed", url: receivedBy.url });

  const sent = marked("http");
  expect((await gateway.post(JSON.stringify(sent))).status).toBe(422);
  await gateway.post(`{"task": {"${MARKER}": 1, "criteria": {"${MARKER}": 1}}, "${MARKER}": 1}`);
  const agent = await openAgent(gateway);
  await agent.call(gateway.key, "predict", { request: JSON.stringify(marked("mcp")), idempotency_key: MARKER });
  const request = marked("console");
  const seen = await researcher.call.submissions.submit({
    ...{ request, title: `title ${MARKER}`, note: `note ${MARKER}`, own_id: MARKER },
  });
  const imported = { request: marked("import"), title: `title ${MARKER}`, note: `note ${MARKER}` };
  await researcher.call.submissions.import({ jsonl: JSON.stringify(imported) });
  const decision = { ...approval(seen), note: `verdict ${MARKER}` };
  await reviewer.call.reviews.decide(decision);
  const idempotent = { "idempotency-key": `"${randomUUID()}"` };
  const answered = await gateway.post(JSON.stringify(request), idempotent);
  expect(answered.status).toBe(200);
  const ran = Object(await researcher.fetch("forecasts.run", request)).data;
  await watchEvents(gateway.gateway);
  await until("the webhook was called", () => receivedBy.received.length > 0);

  const { taskId } = seen;
  await researcher.call.questions.addNote({ taskId, text: `note of a question ${MARKER}` });
  await researcher.call.questions.tag({ taskId, tag: MARKER, active: true });
  const [option = ""] = Object.keys(request.task.criteria);
  const { holdId } = await admin.call.erasures.setHold({
    thing: "question",
    subjectId: taskId,
    note: `hold ${MARKER}`,
  });
  await admin.call.erasures.liftHold({ holdId, note: `end of a hold ${MARKER}` });
  const happenedAt = "2026-06-20T12:00:00Z";
  const outcome = { source: `register ${MARKER}`, note: `note of an outcome ${MARKER}` };
  await confirmOutcome(researcher, reviewer, { taskId, option, ...outcome, happenedAt });
  await gateway.gateway.scores.update();
  await reviewer.call.reviews.revoke({ kind: "binding", taskId, reason: `reason ${MARKER}` });
  for (const content of [request, { data: JSON.stringify(Object(request.input.context[1]).data) }])
    await researcher.call.drafts.save({
      ...{
        draftId: randomUUID(),
        title: MARKER,
        content: JSON.stringify(content),
        saveId: randomUUID(),
        replaces: [null],
      },
    });

  const resolved = { set: MARKER, question: MARKER, request, outcome: option, resolved_on: "2026-06-20" };
  const { body } = await sendFile(gateway, researcher, jsonl([resolved]));
  const evaluationId = String(body.evaluationId);
  await approve(reviewer, evaluationId);
  await researcher.call.evaluations.act({ evaluationId, action: "start" });
  await until(
    "the evaluation is finished",
    async () => (await researcher.call.evaluations.get({ evaluationId })).status === "finished",
  );

  const leaver = await addSession(gateway, "researcher");
  await leaver.call.members.rename({ name: `Name ${MARKER}` });
  const expiresAt = new Date(gateway.gateway.now().getTime() + 86_400_000).toISOString();
  await leaver.call.tokens.issue({ name: `Token ${MARKER}`, scopes: ["read"], expiresAt });
  await leaver.call.drafts.save({
    ...{ draftId: randomUUID(), title: MARKER, content: "{}", saveId: randomUUID(), replaces: [null] },
  });
  await admin.call.members.disable({ memberId: leaver.memberId });
  const person = { userName: `${MARKER}@example.org`, displayName: `Ada ${MARKER}`, externalId: `x-${MARKER}` };
  const { body: provisioned } = await askScim(gateway, "POST", "/Users", person);
  await setActive(gateway, provisioned.id, false);
  await admin.call.erasures.find({ text: MARKER });
  await gateway.gateway.tree.grow();
  const { pool } = gateway.gateway.database;
  const { rows } = await pool.query(
    "select id from submissions where task_id in (select task_id from tasks where question like $1)",
    [`%${MARKER}%`],
  );
  return {
    ...{ admin, researcher, reviewer, agent, request, evaluationId, idempotent, seen },
    requestId: String(answered.body.request_id),
    otherId: String(Object(ran).request_id),
    submissions: rows.map(({ id }) => String(id)),
    members: [leaver.memberId, String(provisioned.id)],
    holdId,
  };
}

export type Filled = Awaited<ReturnType<typeof fillMarked>>;
