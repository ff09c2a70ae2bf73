import { readLinks } from "#server/audit/export/read-links.ts";
import type { Actor, Event } from "#server/audit/log/event.ts";
import type { Link } from "#server/audit/verification/verify-chain.ts";
import { change } from "./change.ts";
import { type ConsoleSession, signInAs } from "./console-session.ts";
import { linesOf } from "./event-lines.ts";
import { approval, newRequest, submitAndApprove } from "./review.ts";
import { sendMany } from "./send-many.ts";
import { readExample, type TestGateway } from "./start-gateway.ts";

/** Performs actions of all roles, so that the audit log contains many kinds of events with unusual text. */
export async function makeEvents(gateway: TestGateway): Promise<void> {
  const [researcher, reviewer, admin] = await Promise.all([
    signInAs(gateway, "researcher"),
    signInAs(gateway, "reviewer"),
    signInAs(gateway, "admin"),
  ]);
  const example = readExample("binary");
  const requests = [example, change("/task/type", "\u0000"), newRequest(), example];
  const bodies = ["{", ...requests.map((request) => JSON.stringify(request))];
  await sendMany(gateway.url, gateway.key, bodies, () => {});
  const { taskId, inputId } = await submitAndApprove(researcher, reviewer);
  await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "A 'reason' – with \"quotes\" 😀." });
  const { submissionId } = await researcher.call.submissions.submit({ request: newRequest() });
  await researcher.call.submissions.withdraw({ submissionId });
  const rejected = await researcher.call.submissions.submit({ request: newRequest() });
  await reviewer.call.reviews.decide({ ...approval(rejected), binding: "reject", note: "No." });
  const { credentialId } = await admin.call.credentials.issue({ name: 'Zoë\'s \\ "backend"' });
  await admin.call.credentials.rotate({ credentialId });
  await admin.call.credentials.revoke({ credentialId });
  await researcher.call.forecasts.run(example);
  await recordOutcomes(researcher, reviewer, taskId);
}

/**
 * Records an outcome, corrects it, confirms the correction, and submits a second correction. Also adds notes and tags.
 */
async function recordOutcomes(researcher: ConsoleSession, reviewer: ConsoleSession, taskId: string): Promise<void> {
  const entry = { taskId, source: 'The operator’s "notice"', happenedAt: "2026-06-20T12:00:00.5+02:00" };
  const { outcomeId } = await researcher.call.outcomes.record({ ...entry, option: "no" });
  await researcher.call.questions.addNote({ taskId, text: 'A note – with "quotes".' });
  await researcher.call.questions.tag({ taskId, tag: "trams", active: true });
  await reviewer.call.questions.tag({ taskId, tag: "lines", active: true });
  await reviewer.call.questions.tag({ taskId, tag: "lines", active: false });
  const second = await researcher.call.outcomes.record({ ...entry, option: "yes", corrects: outcomeId });
  await reviewer.call.outcomes.confirm({ outcomeId: second.outcomeId });
  await researcher.call.outcomes.record({ ...entry, option: null, note: "Void.", corrects: second.outcomeId });
}

export async function readAll({ gateway }: TestGateway): Promise<Link[]> {
  const all: Link[] = [];
  for await (const link of readLinks(gateway.database)) all.push(link);
  return all;
}

/** Events per SQL statement: few enough for a slow machine to append them within the statement timeout. */
const AT_ONCE = 500;
const CALLER: Actor = { type: "credential", id: "c" };

/** Appends refusals to the audit log with SQL, for tests that need a long log. */
export async function appendRefusals({ gateway }: TestGateway, count: number): Promise<void> {
  for (let first = 1; first <= count; first += AT_ONCE) {
    await appendSome(gateway, first, Math.min(first + AT_ONCE - 1, count));
  }
}

async function appendSome({ database }: TestGateway["gateway"], first: number, last: number): Promise<void> {
  const events = Array.from({ length: last - first + 1 }, (_, index): Event => {
    const id = `0198c9a0-0000-7000-8000-${String(first + index).padStart(12, "0")}`;
    return {
      actor: CALLER,
      at: "2026-06-01T00:00:00.000Z",
      kind: "prediction.refused",
      code: "INVALID_JSON",
      codes: [],
      request_id: id,
      total_ms: 1,
    };
  });
  await database.pool.query("select append_events($1)", [linesOf(events)]);
}
