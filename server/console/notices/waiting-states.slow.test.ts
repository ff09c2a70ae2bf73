import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Status } from "#lib/contract/statuses.ts";
import type { EvaluationStatus } from "#lib/domain/evaluations.ts";
import type { OutcomeStatus } from "#lib/domain/outcomes.ts";
import { FOUND_KINDS, type FoundKind } from "#lib/domain/waiting.ts";
import { namesOf } from "#lib/names-of.ts";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { approve, newCases, upload } from "#test/evaluation.ts";
import { HeldQueue } from "#test/held-queue.ts";
import { startMailServer } from "#test/mail-server.ts";
import { approval, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { checkWaiting } from "./check-waiting.ts";
import { createAlarmWatch } from "./watch-alarms.ts";
import { watchEvents } from "./watch-events.ts";

const HOUR = 3_600_000;
const SECRET = "A reason that no mail may repeat.";

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const queue = new HeldQueue(now);
const mailServer = await startMailServer();
const receiver = await startWebhookReceiver();
const { gateway, reviewer, admin } = await signInRoles(
  { SMTP_URL: mailServer.url, MAIL_FROM: "forecasts@example.org", REVIEW_TARGET: "90m", WEBHOOK_ALLOW_PRIVATE: "1" },
  { now, repeat: () => () => {}, openQueue: async () => queue },
);
afterAll(async () => {
  await gateway.stop();
  await mailServer.stop();
  await receiver.stop();
});
await admin.call.channel.set({ format: "signed", url: receiver.url });
const author = await addSession(gateway, "researcher");
const bystander = await addSession(gateway, "researcher");
const watchAlarms = createAlarmWatch(gateway.gateway);

beforeEach(() => {
  mailServer.received.length = 0;
  // A quiet hour before each test.
  ahead += HOUR;
});

type Kind = FoundKind | "review.assigned" | "review.decided" | "evaluation.decided" | "audit.alarm";

interface Case {
  /** Brings the state about. Returns the members who must be told. */
  begin(): Promise<readonly ConsoleSession[]>;
  /** Ends the state. Missing if the notice is about an event, which stays. */
  end?(): Promise<unknown>;
}

let seen = { submissionId: "", taskId: "", inputId: "" };
const submit = async (by: ConsoleSession, request = newRequest()) => {
  seen = await by.call.submissions.submit({ request });
  return { ...seen, request };
};
const decide = () => reviewer.call.reviews.decide({ ...approval(seen), quality: "changes", note: SECRET });
let evaluationId = "";
let outcomeId = "";
let invitationId = "";
let credentialId = "";
let erasureId = "";
const soon = () => new Date(now().getTime() + HOUR).toISOString();

/** A new state does not compile until it is listed. */
const CASES: Readonly<Record<Kind, Case>> = {
  "submission.waiting": {
    async begin() {
      await submit(author);
      return [reviewer];
    },
    end: decide,
  },
  "submission.overdue": {
    async begin() {
      await submit(author);
      ahead += 2 * HOUR;
      return [reviewer, admin];
    },
    end: decide,
  },
  "evaluation.waiting": {
    async begin() {
      evaluationId = await upload(gateway, author, newCases(10));
      return [reviewer];
    },
    end: () => approve(reviewer, evaluationId),
  },
  "outcome.due": {
    async begin() {
      const { request } = await submitAndApprove(author, reviewer, newRequest(soon()));
      seen = { ...seen, taskId: (await author.call.submissions.list({ limit: 1 })).submissions[0]?.taskId ?? "" };
      await author.call.forecasts.run(request);
      ahead += 2 * HOUR;
      return [author];
    },
    async end() {
      ({ outcomeId } = await author.call.outcomes.record({ taskId: seen.taskId, option: "yes", source: SECRET }));
      await reviewer.call.outcomes.confirm({ outcomeId });
    },
  },
  "outcome.unconfirmed": {
    async begin() {
      const { taskId, request } = await submitAndApprove(author, reviewer, newRequest(soon()));
      await author.call.forecasts.run(request);
      ahead += 2 * HOUR;
      ({ outcomeId } = await author.call.outcomes.record({ taskId, option: "yes", source: SECRET }));
      return [reviewer, admin];
    },
    end: () => reviewer.call.outcomes.confirm({ outcomeId }),
  },
  "credential.expiring": {
    async begin() {
      const expiresAt = new Date(now().getTime() + 10 * 24 * HOUR).toISOString();
      ({ credentialId } = await admin.call.credentials.issue({ name: "A backend", expiresAt }));
      ahead += 6 * 24 * HOUR;
      return [admin];
    },
    end: () => admin.call.credentials.revoke({ credentialId }),
  },
  "credential.ownerless": {
    async begin() {
      const owner = await addSession(gateway, "admin");
      ({ credentialId } = await owner.call.credentials.issue({ name: "A backend" }));
      await admin.call.members.disable({ memberId: owner.memberId });
      ahead += 25 * HOUR;
      return [admin];
    },
    end: () => admin.call.credentials.takeOver({ credentialId }),
  },
  "budget.near": {
    async begin() {
      ({ credentialId } = await admin.call.credentials.issue({ name: "A backend", monthlyTokens: 100 }));
      const usage = { input_tokens: 70, cached_input_tokens: 0, output_tokens: 10, reasoning_tokens: 0 };
      const spent = [now(), "credential", credentialId, JSON.stringify(usage)];
      await gateway.gateway.database.pool.query("select count_tokens($1::date, $2, $3, $4)", spent);
      return [admin];
    },
    end: () => admin.call.credentials.revoke({ credentialId }),
  },
  "link.unused": {
    async begin() {
      ({ invitationId } = await admin.call.members.invite({ email: "new@example.org", role: "reviewer" }));
      ahead += 60 * HOUR;
      return [admin];
    },
    end: () => admin.call.members.revokeInvitation({ invitationId }),
  },
  "erasure.due": {
    async begin() {
      const subjectId = seen.submissionId;
      ({ erasureId } = await admin.call.erasures.request({ thing: "submission", subjectId, rule: "mistake" }));
      return [author, reviewer, bystander];
    },
    end: () => admin.call.erasures.withdraw({ erasureId }),
  },
  "review.assigned": {
    async begin() {
      const { submissionId } = await submit(author);
      await admin.call.reviews.assign({ submissionId, reviewerId: reviewer.memberId });
      return [reviewer];
    },
  },
  "review.decided": {
    async begin() {
      await submit(author);
      await decide();
      return [author];
    },
  },
  "evaluation.decided": {
    async begin() {
      await approve(reviewer, await upload(gateway, author, newCases(10)));
      return [author];
    },
  },
  "audit.alarm": {
    async begin() {
      await watchAlarms();
      ahead += HOUR;
      await watchAlarms();
      return [admin];
    },
  },
};

/** The rows of the table in docs/operations.md: kind, state, who is told, how, after. */
const [, SECTION = ""] = /^## Who is told\n(.*?)^## /ms.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
const TABLE = [...SECTION.matchAll(/^\| `([a-z]+\.[a-z]+)` \|(.*)\|$/gm)].map(([, kind = "", rest = ""]) => [
  kind,
  ...rest.split(" | ").map((cell) => cell.trim()),
]);

/** Whether somebody waits for a person in each status, and the kind of the notice. A new status must be listed. */
const WAITS: Readonly<Record<Status | EvaluationStatus | OutcomeStatus, readonly Kind[]>> = {
  submitted: ["submission.waiting", "submission.overdue", "review.assigned"],
  approved: ["review.decided", "evaluation.decided"],
  changes_requested: ["review.decided"],
  rejected: ["review.decided", "evaluation.decided"],
  withdrawn: [],
  in_review: ["evaluation.waiting"],
  running: [],
  paused: [],
  finished: [],
  stopped: [],
  recorded: ["outcome.unconfirmed"],
  confirmed: [],
  replaced: [],
};

async function tick(): Promise<void> {
  await watchEvents(gateway.gateway);
  await checkWaiting(gateway.gateway);
  await queue.runDue();
}

async function kindsOf({ call }: ConsoleSession): Promise<readonly string[]> {
  return (await call.notices.list()).notices.map(({ event }) => event.kind);
}

const addresses = async () => {
  const { members } = await admin.call.members.list();
  return new Map(members.map(({ memberId, email }) => [email, memberId]));
};

describe("a state in which somebody waits", () => {
  it("is listed for every status", () => {
    const ofStatuses = new Set(Object.values(WAITS).flat());
    const ofTime = ["outcome.due", "credential.expiring", "credential.ownerless", "budget.near"];
    ofTime.push("erasure.due", "link.unused", "audit.alarm");
    expect([...ofStatuses, ...ofTime].sort()).toEqual(namesOf(CASES).toSorted());
    expect(FOUND_KINDS.filter((kind) => !(kind in CASES))).toEqual([]);
    expect(TABLE.map(([kind]) => kind).toSorted()).toEqual(namesOf(CASES).toSorted());
  });

  it.each(namesOf(CASES))(
    "%s is told in the console and by e-mail, only to those concerned, until it ends",
    async (kind) => {
      await tick();
      ahead += HOUR;
      mailServer.received.length = 0;
      const { begin, end } = CASES[kind];
      const told = await begin();
      await tick();
      const members = await addresses();
      for (const one of [author, reviewer, admin]) {
        if (told.includes(one)) expect(await kindsOf(one)).toContain(kind);
      }
      const mailed = mailServer.received.flatMap(({ to }) => to.map((address) => members.get(address)));
      for (const { memberId } of told) expect(mailed).toContain(memberId);
      const isTold = told.includes(bystander);
      expect(mailed.includes(bystander.memberId)).toBe(isTold);
      expect(await kindsOf(bystander)).toEqual(isTold ? [kind] : []);
      for (const { text, header } of mailServer.received) {
        expect(text + header.join()).not.toContain(SECRET);
        expect(text).not.toContain("observation");
      }
      const types = receiver.received.map(({ body }) => JSON.parse(body).type);
      const how = TABLE.find(([name]) => name === kind)?.[3] ?? "";
      expect(types.includes(kind)).toBe(how.includes("organisation webhook"));
      expect(receiver.received.map(({ body }) => body).join()).not.toContain(SECRET);
      // Nobody is told again.
      mailServer.received.length = 0;
      ahead += HOUR;
      await tick();
      expect(mailServer.received.filter(({ text }) => !text.includes("waited too long"))).toEqual([]);
      if (end === undefined) return;
      await end();
      for (const one of told) expect(await kindsOf(one)).not.toContain(kind);
    },
  );
});

it("tells the administrators, and why, if no reviewer on duty may decide", async () => {
  for (const one of (await reviewer.call.reviews.queue({ mine: false })).submissions) {
    seen = one;
    await decide();
  }
  await tick();
  ahead += HOUR;
  mailServer.received.length = 0;
  await reviewer.call.members.setNotifications({ awayUntil: new Date(now().getTime() + 5 * HOUR).toISOString() });
  await submit(author);
  await tick();
  const stuck = async () =>
    (await admin.call.notices.list()).notices.find(({ event }) => event.kind === "submission.waiting");
  expect(await stuck()).toMatchObject({ event: { isStuck: true, count: 1, subject: seen.submissionId } });
  expect(mailServer.received.map(({ header }) => header.find((line) => line.startsWith("Subject:")))).toEqual([
    "Subject: 1 submission waits for review, and no reviewer on duty may decide",
  ]);
  expect(await kindsOf(reviewer)).not.toContain("submission.waiting");
  await reviewer.call.members.setNotifications({ awayUntil: null });
  expect(await stuck()).toBeUndefined();
  expect(await kindsOf(reviewer)).toContain("submission.waiting");
  await decide();
});

it("sends at most two mails a reviewer for 500 submissions in a minute, the first one at once", async () => {
  await tick();
  ahead += 2 * HOUR;
  mailServer.received.length = 0;
  for (let batch = 0; batch < 10; batch++) {
    const lines = Array.from({ length: 50 }, () => JSON.stringify(newRequest()));
    await author.call.submissions.import({ jsonl: lines.join("\n") });
    ahead += 5_000;
    await tick();
    if (batch === 0) expect(mailServer.received[0]?.text).toContain("50 submissions");
  }
  ahead += 16 * 60_000;
  await tick();
  const lines = mailServer.received.map(({ text }) => text.split("\r\n")[0]);
  expect(lines.filter((line) => line?.includes("for your review"))).toEqual([
    "50 submissions wait for your review",
    "450 submissions wait for your review",
  ]);
});
