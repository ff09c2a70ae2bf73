import { describe, expect, it } from "vitest";
import { PERMISSIONS, ROLES, type Role } from "#lib/domain/members.ts";
import { fetchProcedure, signInAs } from "#test/console-session.ts";
import { startGateway } from "#test/start-gateway.ts";
import type { Meta } from "./init.ts";
import { appRouter } from "./router.ts";

const EVERYONE = ROLES;

/**
 * Roles that may call each procedure. The test fails if a procedure is missing here: decide which roles may call the
 * new procedure, and add it.
 */
const MAY: Readonly<Record<string, readonly Role[]>> = {
  "channel.get": ["admin"],
  "channel.remove": ["admin"],
  "channel.set": ["admin"],
  "channel.test": ["admin"],
  "channel.try": ["admin"],
  "credentials.change": ["admin"],
  "credentials.issue": ["admin"],
  "credentials.list": ["admin"],
  "credentials.revoke": ["admin"],
  "credentials.rotate": ["admin"],
  "drafts.discard": EVERYONE,
  "drafts.get": EVERYONE,
  "drafts.list": EVERYONE,
  "drafts.save": EVERYONE,
  "evaluations.act": EVERYONE,
  "evaluations.compare": EVERYONE,
  "evaluations.decide": ["reviewer"],
  "evaluations.evaluateResolved": EVERYONE,
  "evaluations.get": EVERYONE,
  "evaluations.list": EVERYONE,
  "evaluations.report": EVERYONE,
  "evaluations.resolved": EVERYONE,
  "evaluations.sample": ["reviewer"],
  "evaluations.waiting": EVERYONE,
  "forecasts.compare": EVERYONE,
  "forecasts.get": EVERYONE,
  "forecasts.influence": EVERYONE,
  "forecasts.list": EVERYONE,
  "forecasts.overTime": EVERYONE,
  "forecasts.run": EVERYONE,
  "members.changePassword": EVERYONE,
  "members.disable": ["admin"],
  "members.enable": ["admin"],
  "members.endSessions": EVERYONE,
  "members.invite": ["admin"],
  "members.list": ["admin"],
  "members.notifications": EVERYONE,
  "members.rename": EVERYONE,
  "members.resetPassword": ["admin"],
  "members.revokeInvitation": ["admin"],
  "members.sessions": EVERYONE,
  "members.setNotifications": EVERYONE,
  "members.setRole": ["admin"],
  "members.signIn": ["admin"],
  "notices.list": EVERYONE,
  "notices.markSeen": EVERYONE,
  "outcomes.candidate": EVERYONE,
  "outcomes.changeAlias": ["admin"],
  "outcomes.confirm": ["reviewer", "admin"],
  "outcomes.counts": EVERYONE,
  "outcomes.get": EVERYONE,
  "outcomes.import": EVERYONE,
  "outcomes.list": EVERYONE,
  "outcomes.observations": EVERYONE,
  "outcomes.record": EVERYONE,
  "audit.list": EVERYONE,
  "audit.verify": EVERYONE,
  "audit.watchVerify": EVERYONE,
  "outcomes.scoreOf": EVERYONE,
  "outcomes.scored": EVERYONE,
  "outcomes.scores": EVERYONE,
  "outcomes.source": EVERYONE,
  "outcomes.sources": EVERYONE,
  "outcomes.worthOf": EVERYONE,
  "questions.addNote": EVERYONE,
  "questions.get": EVERYONE,
  "questions.list": EVERYONE,
  "questions.setOrder": ["reviewer", "admin"],
  "questions.submissionTags": EVERYONE,
  "questions.tag": EVERYONE,
  "questions.tagSubmission": EVERYONE,
  "reviews.agreement": EVERYONE,
  "reviews.guideline": EVERYONE,
  "reviews.setGuideline": ["admin"],
  "reviews.assign": ["reviewer", "admin"],
  "reviews.claim": ["reviewer"],
  "reviews.claimNext": ["reviewer"],
  "reviews.reviewers": EVERYONE,
  "reviews.decide": ["reviewer"],
  "reviews.context": EVERYONE,
  "reviews.neighbours": EVERYONE,
  "reviews.queue": EVERYONE,
  "reviews.release": ["reviewer"],
  "reviews.revoke": ["reviewer", "admin"],
  "search.find": EVERYONE,
  "submissions.get": EVERYONE,
  "submissions.import": EVERYONE,
  "submissions.list": EVERYONE,
  "submissions.ownWork": EVERYONE,
  "submissions.submit": EVERYONE,
  "submissions.withdraw": EVERYONE,
  "system.status": EVERYONE,
  "system.testModel": ["admin"],
  "system.usage": EVERYONE,
  "credentials.usage": ["admin"],
  "submissions.validate": EVERYONE,
};

// At run time, this record has the full names of all procedures.
const definitions = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: { meta?: Meta } }>>;
const procedures = Object.keys(definitions).sort();

const gateway = await startGateway();
const [researcher, reviewer, admin] = await Promise.all([
  signInAs(gateway, "researcher"),
  signInAs(gateway, "reviewer"),
  signInAs(gateway, "admin"),
]);
const sessions = { researcher, reviewer, admin };

describe("all procedures", () => {
  it("are listed in the role table of this test", () => {
    expect(procedures).toEqual(Object.keys(MAY).sort());
  });

  it("together require each permission", () => {
    const required = Object.values(definitions).flatMap(({ _def }) => _def.meta?.permission ?? []);
    expect(new Set(required)).toEqual(new Set(PERMISSIONS));
  });
});

describe.each(procedures)("%s", (procedure) => {
  const { origin } = new URL("http://localhost:3000");

  it("requires a session", async () => {
    for (const cookie of ["", "gateway.session_token=nonsense", "gateway.session_token=x.y"]) {
      const { status, error } = await fetchProcedure(gateway, procedure, {}, { origin, cookie });
      expect({ status, code: error?.data.code }).toEqual({ status: 401, code: "UNAUTHORIZED" });
    }
  });

  it("does not accept an API key", async () => {
    const headers = { origin, authorization: `Bearer ${gateway.key}` };
    expect((await fetchProcedure(gateway, procedure, {}, headers)).status).toBe(401);
  });

  it.each(EVERYONE)("permits or refuses a %s according to the role table", async (role) => {
    // No procedure has an input field of this name, so permitted calls change nothing. Some ignore it and return 200.
    const { status, error } = await sessions[role].fetch(procedure, { nothing: "that any procedure takes" });
    if (MAY[procedure]?.includes(role)) expect([200, 400, 422]).toContain(status);
    else expect({ status, code: error?.data.code }).toEqual({ status: 403, code: "FORBIDDEN" });
  });
});
