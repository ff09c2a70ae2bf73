import { beforeAll, describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { freeWork, type Work } from "#server/limits/work.ts";
import type { ConsoleSession } from "#test/console-session.ts";
import { approve, newCases, reportOf, upload } from "#test/evaluation.ts";
import { newRequest, type Seen, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";
import { appRouter } from "./router.ts";

/**
 * Procedures whose work grows with their input or with the data, and procedures that wait for something else than the
 * database. All others read a bounded number of rows, or make one change. A new procedure must be added to one list.
 */
const COMPUTES = [
  "evaluations.evaluateResolved",
  "evaluations.resolved",
  "evaluations.sample",
  "forecasts.influence",
  "forecasts.overTime",
  "outcomes.import",
  "submissions.import",
] as const;
const WAITS = ["audit.verify", "channel.set", "evaluations.compare", "forecasts.run", "outcomes.sources"] as const;
const READS_OR_CHANGES = [
  // Streams the progress of the one verification of the process.
  "audit.watchVerify",
  "audit.list",
  "channel.get",
  "channel.remove",
  "channel.test",
  "credentials.change",
  "credentials.issue",
  "credentials.list",
  "credentials.revoke",
  "credentials.rotate",
  "credentials.takeOver",
  "credentials.usage",
  "drafts.discard",
  "drafts.get",
  "drafts.list",
  "drafts.save",
  "erasures.setRetention",
  "erasures.confirm",
  // Reads all texts: rare, and each statement has the timeout of the database.
  "erasures.find",
  "erasures.holds",
  "erasures.liftHold",
  "erasures.list",
  "erasures.previewRetention",
  "erasures.request",
  "erasures.retention",
  "erasures.setHold",
  "erasures.withdraw",
  "evaluations.act",
  "evaluations.decide",
  "evaluations.get",
  "evaluations.list",
  "evaluations.report",
  "evaluations.waiting",
  "forecasts.compare",
  "forecasts.get",
  "forecasts.list",
  "members.changePassword",
  "members.disable",
  "members.enable",
  "members.endSessions",
  "members.invite",
  "members.list",
  "members.notifications",
  "members.rename",
  "members.resetPassword",
  "members.revokeInvitation",
  "members.sessions",
  "members.setNotifications",
  "members.setRole",
  "members.setTimeZone",
  "members.signIn",
  "notices.list",
  "notices.markSeen",
  "outcomes.candidate",
  "outcomes.changeAlias",
  "outcomes.confirm",
  "outcomes.counts",
  "outcomes.get",
  "outcomes.list",
  "outcomes.observations",
  "outcomes.record",
  "outcomes.scoreOf",
  "outcomes.scored",
  "outcomes.scores",
  "outcomes.source",
  "outcomes.worthOf",
  "questions.addNote",
  "questions.get",
  "questions.list",
  "questions.setOrder",
  "questions.tag",
  "reviews.agreement",
  "reviews.assign",
  "reviews.claim",
  "reviews.claimNext",
  "reviews.context",
  "reviews.decide",
  "reviews.guideline",
  "reviews.neighbours",
  "reviews.queue",
  "reviews.release",
  "reviews.reviewers",
  "reviews.revoke",
  "reviews.setGuideline",
  "search.find",
  "submissions.get",
  "submissions.list",
  "submissions.ownWork",
  "submissions.submit",
  "submissions.validate",
  "submissions.withdraw",
  "system.status",
  "system.testModel",
  "system.usage",
  "tokens.issue",
  "tokens.list",
  "tokens.listOf",
  "tokens.revoke",
  "tokens.revokeOf",
];

const { gateway, researcher, reviewer, admin } = await signInRoles({ WEBHOOK_ALLOW_PRIVATE: "1" });

let approved: Seen & { readonly request: PredictionRequest };
let requestId: string;
let evaluationId: string;

beforeAll(async () => {
  approved = await submitAndApprove(researcher, reviewer);
  ({ request_id: requestId } = await researcher.call.forecasts.run(approved.request));
  evaluationId = await upload(gateway, researcher, newCases(30));
  // Nothing waits for a computation of the stored scores.
  await gateway.gateway.scores.update();
});

type Caller = ConsoleSession["call"];

const COMPUTING: Readonly<Record<(typeof COMPUTES)[number], (call: Caller) => Promise<unknown>>> = {
  "evaluations.evaluateResolved": ({ evaluations }) =>
    evaluations.evaluateResolved({ title: "", selection: { inputs: "all" } }),
  "evaluations.resolved": ({ evaluations }) => evaluations.resolved({ inputs: "all" }),
  "evaluations.sample": ({ evaluations }) => evaluations.sample({ evaluationId }),
  "forecasts.influence": ({ forecasts }) => forecasts.influence({ requestId }),
  "forecasts.overTime": ({ forecasts }) => forecasts.overTime(approved),
  "outcomes.import": ({ outcomes }) => outcomes.import({ file: outcomeLines(5) }),
  "submissions.import": ({ submissions }) =>
    submissions.import({ jsonl: Array.from({ length: 5 }, () => JSON.stringify(newRequest())).join("\n") }),
};

const WAITING: Readonly<Record<(typeof WAITS)[number], (call: Caller) => Promise<unknown>>> = {
  "audit.verify": ({ audit }) => audit.verify(),
  "channel.set": ({ channel }) => channel.set({ format: "slack", url: "https://localhost/hook" }),
  "evaluations.compare": ({ evaluations }) => evaluations.compare({ one: evaluationId, other: evaluationId }),
  "forecasts.run": ({ forecasts }) => forecasts.run(readExample("binary")),
  "outcomes.sources": ({ outcomes }) => outcomes.sources({ tag: "pilot" }),
};

const outcomeLines = (count: number) =>
  Array.from({ length: count }, () =>
    JSON.stringify({ task_id: approved.taskId, option: "yes", source: "The register.", happened_at: "2026-01-01" }),
  ).join("\n");

/** Returns the session of a member who may call the procedure. */
const memberFor = (procedure: string) =>
  procedure === "evaluations.sample" ? reviewer : /^(channel|credentials)\./.test(procedure) ? admin : researcher;

it("every procedure is in one of the lists of this test", () => {
  const listed = [...COMPUTES, ...WAITS, ...READS_OR_CHANGES];
  expect(listed.toSorted()).toEqual(Object.keys(appRouter._def.procedures).sort());
});

describe.each(COMPUTES)("%s", (procedure) => {
  it("computes nothing more once its caller has left", async () => {
    const leaving = new AbortController();
    const { aside } = freeWork();
    let steps = 0;
    const work: Work = {
      signal: leaving.signal,
      aside,
      async step() {
        steps++;
        leaving.abort();
        leaving.signal.throwIfAborted();
      },
    };
    await expect(COMPUTING[procedure](memberFor(procedure).callAs(work))).rejects.toThrow("aborted");
    expect(steps).toBe(1);
  });
});

describe.each(WAITS)("%s", (procedure) => {
  it("holds no slot while it waits for something else than the database", async () => {
    if (procedure === "evaluations.compare") {
      await approve(reviewer, evaluationId);
      await researcher.call.evaluations.act({ evaluationId, action: "start" });
      await reportOf(researcher, evaluationId);
    }
    let asides = 0;
    const work: Work = {
      ...freeWork(),
      aside: (wait) => {
        asides++;
        return wait();
      },
    };
    await WAITING[procedure](memberFor(procedure).callAs(work));
    expect(asides).toBe(1);
  });
});
