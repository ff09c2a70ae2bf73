import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { pendingNotices } from "#server/db/notify-schema.ts";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { effort } from "#test/effort.ts";
import { HeldQueue } from "#test/held-queue.ts";
import { startMailServer } from "#test/mail-server.ts";
import { approval, newRequest, type Seen } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { checkWaiting } from "./check-waiting.ts";
import { watchEvents } from "./watch-events.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TARGET = 2 * HOUR;
const CLAIM = 5 * MINUTE;
const STEP = 20 * MINUTE;

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const time = () => now().getTime();
const queue = new HeldQueue(now);
const mailServer = await startMailServer();
const { gateway, reviewer, researcher, admin } = await signInRoles(
  { SMTP_URL: mailServer.url, MAIL_FROM: "forecasts@example.org", REVIEW_TARGET: "2h", REVIEWS_REQUIRED: "2" },
  { now, repeat: () => () => {}, openQueue: async () => queue },
);
afterAll(async () => {
  await gateway.stop();
  await mailServer.stop();
});
const reviewers = [reviewer, await addSession(gateway, "reviewer"), await addSession(gateway, "reviewer")] as const;

interface Submitted extends Seen {
  readonly at: number;
  readonly target: number;
  /** Undefined: a researcher or an API key. */
  readonly author: ConsoleSession | undefined;
  readonly decided: Set<ConsoleSession>;
  isOpen: boolean;
  claim?: { readonly by: ConsoleSession; readonly until: number };
}

interface Model {
  readonly submitted: Submitted[];
  readonly awayUntil: Map<ConsoleSession, number>;
  /** The notices that were sent, as in the table. */
  readonly told: Set<string>;
}

const isOnDuty = ({ awayUntil }: Model, one: ConsoleSession) => (awayUntil.get(one) ?? 0) <= time();
const mayDecide = ({ author, decided }: Submitted, one: ConsoleSession) => author !== one && !decided.has(one);
const isClaimed = ({ claim }: Submitted, except?: ConsoleSession) =>
  claim !== undefined && claim.until > time() && claim.by !== except;
const isOverdue = ({ at, target }: Submitted) => time() >= at + target;

/** Returns the members who may be told of a submission now, by kind of notice. */
function recipientsOf(model: Model, one: Submitted): ReadonlySet<string> {
  if (!one.isOpen) return new Set();
  const onDuty = reviewers.filter((each) => isOnDuty(model, each) && mayDecide(one, each));
  const free = onDuty.filter((each) => !isClaimed(one, each)).map(({ memberId }) => memberId);
  const stuck = onDuty.length === 0 && !isClaimed(one) ? [admin.memberId] : [];
  const overdue = isOverdue(one) ? [...free, ...(isClaimed(one) ? [] : [admin.memberId])] : [];
  return new Set([
    ...[...free, ...stuck].map((id) => `submission.waiting ${one.submissionId} ${id}`),
    ...overdue.map((id) => `submission.overdue ${one.submissionId} ${id}`),
  ]);
}

/** Lets two gateways work at the same time, and compares what they sent with the model. */
async function tick(model: Model): Promise<void> {
  mailServer.received.length = 0;
  const permitted = new Set(model.submitted.flatMap((one) => [...recipientsOf(model, one)]));
  await Promise.all([watchEvents(gateway.gateway), watchEvents(gateway.gateway)]);
  await Promise.all([checkWaiting(gateway.gateway), checkWaiting(gateway.gateway)]);
  await queue.runDue();
  const rows = await gateway.gateway.database.orm.select().from(pendingNotices);
  const sent = rows
    .filter(({ kind, toldAt }) => kind.startsWith("submission.") && toldAt !== null)
    .map(({ kind, subject, recipient }) => `${kind} ${subject} ${recipient}`)
    .filter((one) => !model.told.has(one));
  for (const one of sent) {
    expect(permitted).toContain(one);
    model.told.add(one);
  }
  // The mails count exactly the notices that were sent now, so no notice was sent twice.
  const counted = mailServer.received.flatMap(({ text }) =>
    [...text.matchAll(/^(\d+) submissions?,? .*(wait|waited)/gm)].map(([, count]) => Number(count)),
  );
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(sent.length);
}

async function advance(model: Model, minutes: number): Promise<void> {
  const end = time() + minutes * MINUTE;
  while (time() < end) {
    ahead += Math.min(STEP, end - time());
    await tick(model);
  }
}

const index = fc.nat({ max: 30 });
const who = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({ do: fc.constant("submit" as const), by: fc.nat({ max: 4 }), soon: fc.boolean() }),
  fc.record({ do: fc.constant("claim" as const), index, who }),
  fc.record({ do: fc.constant("decide" as const), index, who, quality: fc.constantFrom("approve", "changes") }),
  fc.record({ do: fc.constant("withdraw" as const), index }),
  fc.record({ do: fc.constant("away" as const), who, hours: fc.constantFrom(0, 1, 5) }),
  fc.record({ do: fc.constant("advance" as const), minutes: fc.constantFrom(1, 10, 30, 90) }),
  fc.record({ do: fc.constant("restart" as const) }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function submit(model: Model, by: number, soon: boolean): Promise<void> {
  const resolvesAt = new Date(time() + (soon ? 4 * HOUR : 40 * HOUR)).toISOString();
  const request = newRequest(resolvesAt);
  const rest = { at: time(), target: soon ? HOUR : TARGET, decided: new Set<ConsoleSession>(), isOpen: true };
  if (by === 4) {
    const { body } = await gateway.post(JSON.stringify(request));
    const { id: submissionId, task_id: taskId, input_id: inputId } = Object(body.error).submission;
    model.submitted.push({ submissionId, taskId, inputId, author: undefined, ...rest });
    return;
  }
  const author = reviewers[by];
  const seen = await (author ?? researcher).call.submissions.submit({ request });
  model.submitted.push({ ...seen, author, ...rest });
}

async function perform(model: Model, one: Step): Promise<void> {
  const of = "index" in one ? model.submitted[one.index % Math.max(1, model.submitted.length)] : undefined;
  const member = "who" in one ? (reviewers[one.who] ?? reviewer) : reviewer;
  if (one.do === "submit") await submit(model, one.by, one.soon);
  else if (one.do === "advance") await advance(model, one.minutes);
  else if (one.do === "restart") queue.forget();
  else if (one.do === "away") {
    const until = one.hours === 0 ? undefined : time() + one.hours * HOUR;
    await member.call.members.setNotifications({
      awayUntil: until === undefined ? null : new Date(until).toISOString(),
    });
    model.awayUntil.set(member, until ?? 0);
  } else if (of?.isOpen === true) {
    if (one.do === "claim" && !isClaimed(of, member)) {
      await member.call.reviews.claim({ submissionId: of.submissionId });
      of.claim = { by: member, until: time() + CLAIM };
    } else if (one.do === "withdraw" && of.author !== undefined) {
      await of.author.call.submissions.withdraw({ submissionId: of.submissionId });
      of.isOpen = false;
    } else if (one.do === "decide" && mayDecide(of, member)) {
      const note = "A reason that no mail may repeat.";
      const { status } = await member.call.reviews.decide({ ...approval(of), quality: one.quality as "approve", note });
      of.decided.add(member);
      of.isOpen = status === "submitted";
    }
  }
  await tick(model);
}

/** Ends the review of a submission, so that the next days begin with an empty queue. */
async function close(one: Submitted): Promise<void> {
  const { submissionId, author } = one;
  if (author !== undefined) await author.call.submissions.withdraw({ submissionId });
  for (const each of reviewers.filter((member) => mayDecide(one, member))) {
    if (author === undefined && one.isOpen)
      one.isOpen = (await each.call.reviews.decide(approval(one))).status === "submitted";
  }
  one.isOpen = false;
}

async function live(model: Model, steps: readonly Step[]): Promise<void> {
  for (const one of steps) await perform(model, one);
  // Claims expire, absent reviewers return, and the last digests are sent.
  await advance(model, 6 * 60);
  for (const one of model.submitted) for (const each of recipientsOf(model, one)) expect(model.told).toContain(each);
}

it("tells everybody of what waits, nobody of what does not, nothing twice, and of everything overdue", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const model: Model = { submitted: [], awayUntil: new Map(), told: new Set() };
      try {
        await live(model, steps);
      } finally {
        for (const one of model.submitted) if (one.isOpen) await close(one);
        for (const { call } of reviewers) await call.members.setNotifications({ awayUntil: null });
        ahead += 2 * HOUR;
        await Promise.all([watchEvents(gateway.gateway), checkWaiting(gateway.gateway)]);
        await queue.runDue();
      }
    }),
    { numRuns: effort({ sample: 3, full: 40 }) },
  );
});
