import type { PoolClient } from "pg";
import { v4 as uuid } from "uuid";
import { afterEach, beforeAll, expect, it } from "vitest";
import { addSession } from "#test/console-session.ts";
import { approve, newCases, upload } from "#test/evaluation.ts";
import { tokenFor } from "#test/permission-table.ts";
import { approval, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { appRouter } from "./router.ts";

/** A change that is committed is never answered with an error, even if the database fails right after the commit. */

const { gateway, researcher, reviewer, admin } = await signInRoles({ WEBHOOK_ALLOW_PRIVATE: "1" });
const receiver = await startWebhookReceiver();

/** Returns a call, after the calls that it depends on. */
type Prepare = () => Promise<() => Promise<unknown>>;

const submit = () => researcher.call.submissions.submit({ request: newRequest() });
const issue = () => admin.call.credentials.issue({ name: uuid() });
const invite = () => admin.call.members.invite({ email: `${uuid()}@example.org`, role: "researcher" });
const requestErasure = async () => {
  const { submissionId: subjectId } = await submit();
  return admin.call.erasures.request({ thing: "submission", subjectId, rule: "mistake" });
};
const newHold = async () => {
  const { taskId: subjectId } = await submit();
  return { thing: "question", subjectId, note: "A dispute." } as const;
};
const source = "The register.";
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

const CHANGES: Readonly<Record<string, Prepare>> = {
  "channel.remove": async () => {
    await admin.call.channel.set({ format: "signed", url: receiver.url });
    return () => admin.call.channel.remove({});
  },
  "channel.set": async () => () => admin.call.channel.set({ format: "signed", url: receiver.url }),
  "channel.test": async () => {
    await admin.call.channel.set({ format: "signed", url: receiver.url });
    return () => admin.call.channel.test({});
  },
  "credentials.change": async () => {
    const { credentialId } = await issue();
    const change = { name: "new", ratePerMinute: null, monthlyTokens: null, expiresAt: null };
    return () => admin.call.credentials.change({ credentialId, ...change });
  },
  "credentials.issue": async () => issue,
  "credentials.revoke": async () => {
    const { credentialId } = await issue();
    return () => admin.call.credentials.revoke({ credentialId });
  },
  "credentials.rotate": async () => {
    const { credentialId } = await issue();
    return () => admin.call.credentials.rotate({ credentialId });
  },
  "credentials.takeOver": async () => {
    const owner = await addSession(gateway, "admin");
    const { credentialId } = await owner.call.credentials.issue({ name: uuid() });
    await admin.call.members.disable({ memberId: owner.memberId });
    return () => admin.call.credentials.takeOver({ credentialId });
  },
  "drafts.save": async () => () =>
    researcher.call.drafts.save({ draftId: uuid(), title: "", content: "{}", saveId: uuid(), replaces: [null] }),
  "erasures.request": async () => {
    const { submissionId: subjectId } = await submit();
    return () => admin.call.erasures.request({ thing: "submission", subjectId, rule: "mistake" });
  },
  "erasures.withdraw": async () => {
    const { erasureId } = await requestErasure();
    return () => admin.call.erasures.withdraw({ erasureId });
  },
  "erasures.confirm": async () => {
    const { erasureId } = await requestErasure();
    const other = await addSession(gateway, "admin");
    return () => other.call.erasures.confirm({ erasureId });
  },
  "erasures.setRetention": async () => () =>
    admin.call.erasures.setRetention({ submissions_days: null, records_days: null }),
  "erasures.setHold": async () => {
    const hold = await newHold();
    return () => admin.call.erasures.setHold(hold);
  },
  "erasures.liftHold": async () => {
    const { holdId } = await admin.call.erasures.setHold(await newHold());
    return () => admin.call.erasures.liftHold({ holdId, note: "It ended." });
  },
  "evaluations.act": async () => {
    const evaluationId = await upload(gateway, researcher, newCases(1));
    await approve(reviewer, evaluationId);
    return () => researcher.call.evaluations.act({ evaluationId, action: "start" });
  },
  "evaluations.decide": async () => {
    const evaluationId = await upload(gateway, researcher, newCases(1));
    return () => approve(reviewer, evaluationId);
  },
  "members.invite": async () => invite,
  "members.rename": async () => () => researcher.call.members.rename({ name: uuid() }),
  "members.resetPassword": async () => () => admin.call.members.resetPassword({ memberId: researcher.memberId }),
  "members.revokeInvitation": async () => {
    const { invitationId } = await invite();
    return () => admin.call.members.revokeInvitation({ invitationId });
  },
  "members.setRole": async () => () =>
    admin.call.members.setRole({ memberId: researcher.memberId, role: "researcher" }),
  "outcomes.changeAlias": async () => () => admin.call.outcomes.changeAlias({ alias: uuid(), source: "b" }),
  "outcomes.confirm": async () => {
    const { taskId } = await submit();
    const { outcomeId } = await researcher.call.outcomes.record({ taskId, option: "yes", source });
    return () => reviewer.call.outcomes.confirm({ outcomeId });
  },
  "outcomes.record": async () => {
    const { taskId } = await submit();
    return () => researcher.call.outcomes.record({ taskId, option: "yes", source });
  },
  "questions.addNote": async () => {
    const { taskId } = await submit();
    return () => researcher.call.questions.addNote({ taskId, text: "A note." });
  },
  "questions.setOrder": async () => {
    const { taskId } = await submit();
    return () => reviewer.call.questions.setOrder({ taskId, order: ["no", "yes"] });
  },
  "questions.tag": async () => {
    const { taskId } = await submit();
    return () => researcher.call.questions.tag({ taskId, tag: "a", active: true });
  },
  "reviews.assign": async () => {
    const { submissionId } = await submit();
    return () => admin.call.reviews.assign({ submissionId, reviewerId: reviewer.memberId });
  },
  "reviews.decide": async () => {
    const submission = await submit();
    return () => reviewer.call.reviews.decide(approval(submission));
  },
  "reviews.revoke": async () => {
    const approved = await submitAndApprove(researcher, reviewer);
    return () => reviewer.call.reviews.revoke({ ...approved, kind: "approval", reason: "Outdated." });
  },
  "reviews.setGuideline": async () => () => admin.call.reviews.setGuideline({ text: "Read the source." }),
  "submissions.submit": async () => submit,
  "submissions.withdraw": async () => {
    const { submissionId } = await submit();
    return () => researcher.call.submissions.withdraw({ submissionId });
  },
  "tokens.issue": async () => () =>
    researcher.call.tokens.issue({ name: "A notebook", scopes: ["read"], expiresAt: tomorrow() }),
  "tokens.revoke": async () => {
    const { tokenId } = await tokenFor(gateway, researcher);
    return () => researcher.call.tokens.revoke({ tokenId });
  },
  "tokens.revokeOf": async () => {
    const { tokenId } = await tokenFor(gateway, researcher);
    return () => admin.call.tokens.revokeOf({ memberId: researcher.memberId, tokenId });
  },
};

/** Other changes: they commit more than once, change one row without a transaction, or change nothing. */
const OTHERS = [
  ...["drafts.discard", "evaluations.evaluateResolved", "forecasts.run", "members.changePassword"],
  ...["members.disable", "members.enable", "members.endSessions", "members.setNotifications", "members.setTimeZone"],
  ...["notices.markSeen", "outcomes.import", "reviews.claim", "reviews.claimNext", "reviews.release"],
  ...["submissions.import", "submissions.validate", "system.testModel"],
];

it("every change is in one of the lists of this test", () => {
  const changes = Object.entries(appRouter._def.procedures).filter(
    ([, procedure]) => Reflect.get(Object(Reflect.get(procedure, "_def")), "type") === "mutation",
  );
  expect([...Object.keys(CHANGES), ...OTHERS].toSorted()).toEqual(changes.map(([name]) => name).sort());
});

let state: "intact" | "fails after the next commit" | "failed" = "intact";
afterEach(() => {
  state = "intact";
});

beforeAll(() => {
  const { pool } = gateway.gateway.database;
  const known = new WeakSet<PoolClient>();
  const refuse = () => Promise.reject(new Error("the database has failed"));
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const connect = pool.connect.bind(pool) as (callback?: () => void) => Promise<PoolClient>;
  const connectUnlessFailed = async () => {
    if (state === "failed") return refuse();
    const client = await connect();
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const sendAndFail = async (...args: unknown[]) => {
      const result = await send(...args);
      if (state === "fails after the next commit" && String(args[0]).endsWith("commit")) state = "failed";
      return result;
    };
    if (!known.has(client)) Object.assign(client, { query: sendAndFail });
    known.add(client);
    return client;
  };
  Object.assign(pool, {
    connect: (callback?: () => void) => (callback === undefined ? connectUnlessFailed() : connect(callback)),
    query: (...args: unknown[]) => (state === "failed" ? refuse() : query(...args)),
  });
});

it.each(Object.entries(CHANGES))("%s", async (_, prepare) => {
  const call = await prepare();
  state = "fails after the next commit";
  await call();
  expect(state).toBe("failed");
});
