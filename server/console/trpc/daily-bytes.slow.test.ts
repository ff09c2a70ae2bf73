import { v4 as uuid } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_NOTE } from "#lib/domain/limits.ts";
import type { ConsoleSession } from "#test/console-session.ts";
import { newCases, sendFile, upload } from "#test/evaluation.ts";
import { jsonl } from "#test/resolved-cases.ts";
import { approval, newRequest, type Seen, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { appRouter } from "./router.ts";

const LIMIT = 100_000;
/** The longest text of most fields, in the longest characters. */
const TEXT = "🙂".repeat(MAX_NOTE);
/** Returns a name that no earlier call has returned, because a change to the same name adds nothing. */
const newName = (length: number) => `${calls++} `.padEnd(length, "n");

const { gateway, researcher, reviewer, admin } = await signInRoles({ MAX_DAILY_BYTES: String(LIMIT) });

let approved: Seen;
let credentialId: string;
let calls = 0;

beforeAll(async () => {
  approved = await submitAndApprove(researcher, reviewer);
  ({ credentialId } = await admin.call.credentials.issue({ name: "key" }));
});

type Adding = readonly [member: ConsoleSession, add: (call: ConsoleSession["call"]) => Promise<unknown>];

/** Calls that add texts, each of at least this many bytes. */
const ADDING: Readonly<Record<string, readonly [bytes: number, ...Adding]>> = {
  "credentials.change": [
    200,
    admin,
    ({ credentials }) =>
      credentials.change({
        credentialId,
        name: newName(100),
        ratePerMinute: null,
        monthlyTokens: null,
        expiresAt: null,
      }),
  ],
  "credentials.issue": [200, admin, ({ credentials }) => credentials.issue({ name: newName(100) })],
  "drafts.save": [
    MAX_NOTE,
    researcher,
    ({ drafts }) => drafts.save({ draftId: uuid(), title: "", content: TEXT, saveId: uuid(), replaces: [null] }),
  ],
  "evaluations.decide": [
    MAX_NOTE,
    reviewer,
    async ({ evaluations }) => {
      const evaluationId = await upload(gateway, researcher, newCases(1));
      const { dataDigest: seen } = await evaluations.get({ evaluationId });
      const checklist = { exclusive: true, decidable: true, cutoff: true, sources: true };
      return evaluations.decide({ evaluationId, seen, approve: false, checklist, read: [], note: TEXT });
    },
  ],
  "erasures.setHold": [
    MAX_NOTE,
    admin,
    ({ erasures }) => erasures.setHold({ thing: "question", subjectId: approved.taskId, note: TEXT }),
  ],
  "erasures.liftHold": [
    MAX_NOTE,
    admin,
    async ({ erasures }) => {
      const { rows } = await gateway.gateway.database.pool.query(
        "insert into holds values (gen_random_uuid(), 'key', 'k', 'n', 'm', now(), null) returning id",
      );
      const holdId = String(rows[0]?.id);
      return erasures.liftHold({ holdId, note: TEXT });
    },
  ],
  "members.invite": [
    100,
    admin,
    ({ members }) => members.invite({ email: `${newName(60).replaceAll(" ", "-")}@example.org`, role: "researcher" }),
  ],
  "members.rename": [100, researcher, ({ members }) => members.rename({ name: newName(100) })],
  "outcomes.changeAlias": [100, admin, ({ outcomes }) => outcomes.changeAlias({ alias: newName(100), source: "b" })],
  "outcomes.record": [
    MAX_NOTE,
    researcher,
    async ({ outcomes }) => {
      const { taskId } = await reviewer.call.submissions.submit({ request: newRequest() });
      return outcomes.record({ taskId, option: "yes", source: "The register.", note: TEXT });
    },
  ],
  "questions.addNote": [
    MAX_NOTE,
    researcher,
    ({ questions }) => questions.addNote({ taskId: approved.taskId, text: TEXT }),
  ],
  "questions.tag": [
    100,
    researcher,
    ({ questions }) => questions.tag({ taskId: approved.taskId, tag: newName(40), active: true }),
  ],
  "reviews.decide": [
    MAX_NOTE,
    reviewer,
    async ({ reviews }) => {
      const sent = await researcher.call.submissions.submit({ request: newRequest() });
      return reviews.decide({ ...approval(sent), note: TEXT });
    },
  ],
  "reviews.setGuideline": [MAX_NOTE, admin, ({ reviews }) => reviews.setGuideline({ text: TEXT })],
  "submissions.submit": [
    MAX_NOTE,
    researcher,
    ({ submissions }) => submissions.submit({ request: newRequest(), note: TEXT }),
  ],
};

/**
 * Other changes. They take rights away, or add nothing that grows: their number is limited, they replace each other, or
 * they count as files. A new change must be added to one of the lists.
 */
const OTHERS = [
  "erasures.setRetention",
  "erasures.confirm",
  "erasures.request",
  "erasures.withdraw",
  "channel.remove",
  "channel.set",
  "channel.test",
  "credentials.revoke",
  "credentials.rotate",
  "credentials.takeOver",
  "drafts.discard",
  "evaluations.act",
  "evaluations.evaluateResolved",
  "forecasts.run",
  "members.changePassword",
  "members.disable",
  "members.enable",
  "members.endSessions",
  "members.resetPassword",
  "members.revokeInvitation",
  "members.setNotifications",
  "members.setRole",
  "members.setTimeZone",
  "notices.markSeen",
  "outcomes.confirm",
  "outcomes.import",
  "questions.setOrder",
  "reviews.assign",
  "reviews.claim",
  "reviews.claimNext",
  "reviews.release",
  "reviews.revoke",
  "submissions.import",
  "submissions.validate",
  "submissions.withdraw",
  "system.testModel",
  "tokens.issue",
  "tokens.revoke",
  "tokens.revokeOf",
];

it("every change is in one of the lists of this test", () => {
  const changes = Object.entries(appRouter._def.procedures).filter(
    ([, procedure]) => Reflect.get(Object(Reflect.get(procedure, "_def")), "type") === "mutation",
  );
  expect([...Object.keys(ADDING), ...OTHERS].toSorted()).toEqual(changes.map(([name]) => name).sort());
});

async function bytesOf({ memberId }: Pick<ConsoleSession, "memberId">, kind = "texts"): Promise<number> {
  const { rows } = await gateway.gateway.database.pool.query(
    `select ${kind}::int as bytes from daily_bytes where holder = $1`,
    [memberId],
  );
  return rows[0]?.bytes ?? 0;
}

const forget = () => gateway.gateway.database.pool.query("delete from daily_bytes");

describe.each(Object.entries(ADDING))("%s", (_, [bytes, member, add]) => {
  it("counts the bytes that it adds, and is refused at the limit of the day", async () => {
    await forget();
    await add(member.call);
    expect(await bytesOf(member)).toBeGreaterThanOrEqual(bytes);
    await gateway.gateway.database.pool.query("update daily_bytes set texts = $1 where holder = $2", [
      LIMIT,
      member.memberId,
    ]);
    await expect(add(member.call)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });
});

describe("at the limit of the day", () => {
  it("a member can still revoke, read and run forecasts", async () => {
    await forget();
    while (await researcher.call.questions.addNote({ taskId: approved.taskId, text: TEXT }).catch(() => undefined));
    const { submissionId } = await reviewer.call.submissions.submit({ request: newRequest() });
    await gateway.gateway.database.pool.query("update daily_bytes set texts = $1", [LIMIT]);
    await reviewer.call.submissions.withdraw({ submissionId });
    await reviewer.call.reviews.revoke({ ...approved, kind: "approval", reason: TEXT });
  });

  it("an API key gets the usual refusal of an unreviewed request, which is not sent for review", async () => {
    await forget();
    const post = () => gateway.post(JSON.stringify(newRequest()));
    const sent = Object((await post()).body.error);
    expect(sent.submission).toBeDefined();
    const { rowCount } = await gateway.gateway.database.pool.query("update daily_bytes set texts = $1", [LIMIT]);
    expect(rowCount).toBe(1);
    const { status, body } = await post();
    const { message, submission } = Object(body.error);
    expect([status, submission]).toEqual([422, undefined]);
    expect(message).toMatch(/^The request was not sent for review, because this API key has reached its daily limit/);
  });

  it("a member can still import within the limit of files", async () => {
    await forget();
    await gateway.gateway.database.pool.query("insert into daily_bytes values ($1, $2, $3, 0)", [
      researcher.memberId,
      new Date().toISOString().slice(0, 10),
      LIMIT,
    ]);
    const [report] = await researcher.call.submissions.import({ jsonl: JSON.stringify(newRequest()) });
    expect(report?.ok).toBe(true);
    expect(await bytesOf(researcher, "files")).toBeGreaterThan(500);
    expect((await sendFile(gateway, researcher, jsonl(newCases(3)))).status).toBe(200);
    await gateway.gateway.database.pool.query("update daily_bytes set files = $1", [20 * LIMIT]);
    const [refused] = await researcher.call.submissions.import({ jsonl: JSON.stringify(newRequest()) });
    expect(refused).toMatchObject({ ok: false, code: "TOO_MANY_REQUESTS" });
    expect((await sendFile(gateway, researcher, jsonl(newCases(3)))).status).toBe(429);
  });
});
