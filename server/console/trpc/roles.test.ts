import { describe, expect, it } from "vitest";
import {
  isPermitted,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  SCOPES,
  type Scope,
} from "#lib/domain/members.ts";
import { NOT_SIGNED_IN } from "#server/console/auth/find-member.ts";
import { freeWork } from "#server/limits/work.ts";
import { findRoute, PATHS } from "#server/process/routes.ts";
import { fetchProcedure, signInAs } from "#test/console-session.ts";
import { tablePermits, tokenFor } from "#test/permission-table.ts";
import { startGateway } from "#test/start-gateway.ts";
import type { Meta } from "./init.ts";
import { appRouter } from "./router.ts";

/**
 * The permission of each procedure. The test fails if a procedure is missing here: decide which permission the new
 * procedure needs, and add it.
 */
const NEEDS: Readonly<Record<string, Permission>> = {
  "audit.list": "read",
  "audit.verify": "read",
  "audit.watchVerify": "read",
  "channel.get": "administer",
  "channel.remove": "administer",
  "channel.set": "administer",
  "channel.test": "administer",
  "credentials.change": "administer",
  "credentials.issue": "administer",
  "credentials.list": "administer",
  "credentials.revoke": "administer",
  "credentials.rotate": "administer",
  "credentials.takeOver": "administer",
  "credentials.usage": "administer",
  "drafts.discard": "submit",
  "drafts.get": "submit",
  "drafts.list": "submit",
  "drafts.save": "submit",
  "erasures.setRetention": "administer",
  "erasures.confirm": "administer",
  "erasures.find": "administer",
  "erasures.holds": "administer",
  "erasures.liftHold": "administer",
  "erasures.list": "administer",
  "erasures.previewRetention": "administer",
  "erasures.request": "administer",
  "erasures.retention": "administer",
  "erasures.setHold": "administer",
  "erasures.withdraw": "administer",
  "evaluations.act": "evaluate",
  "evaluations.compare": "read",
  "evaluations.decide": "decide",
  "evaluations.evaluateResolved": "evaluate",
  "evaluations.get": "read",
  "evaluations.list": "read",
  "evaluations.report": "read",
  "evaluations.resolved": "read",
  "evaluations.sample": "decide",
  "evaluations.waiting": "read",
  "forecasts.compare": "read",
  "forecasts.get": "read",
  "forecasts.influence": "read",
  "forecasts.list": "read",
  "forecasts.overTime": "read",
  "forecasts.run": "forecast",
  "members.changePassword": "account",
  "members.disable": "administer",
  "members.enable": "administer",
  "members.endSessions": "account",
  "members.invite": "administer",
  "members.list": "administer",
  "members.notifications": "account",
  "members.rename": "account",
  "members.resetPassword": "administer",
  "members.revokeInvitation": "administer",
  "members.sessions": "account",
  "members.setNotifications": "account",
  "members.setRole": "administer",
  "members.setTimeZone": "account",
  "members.signIn": "administer",
  "notices.list": "read",
  "notices.markSeen": "account",
  "outcomes.candidate": "read",
  "outcomes.changeAlias": "administer",
  "outcomes.confirm": "confirm",
  "outcomes.counts": "read",
  "outcomes.get": "read",
  "outcomes.import": "submit",
  "outcomes.list": "read",
  "outcomes.observations": "read",
  "outcomes.record": "submit",
  "outcomes.scoreOf": "read",
  "outcomes.scored": "read",
  "outcomes.scores": "read",
  "outcomes.source": "read",
  "outcomes.sources": "read",
  "outcomes.worthOf": "read",
  "questions.addNote": "submit",
  "questions.get": "read",
  "questions.list": "read",
  "questions.setOrder": "confirm",
  "questions.tag": "submit",
  "reviews.agreement": "read",
  "reviews.assign": "review",
  "reviews.claim": "decide",
  "reviews.claimNext": "decide",
  "reviews.context": "read",
  "reviews.decide": "decide",
  "reviews.guideline": "read",
  "reviews.neighbours": "read",
  "reviews.queue": "read",
  "reviews.release": "decide",
  "reviews.reviewers": "read",
  "reviews.revoke": "revoke",
  "reviews.setGuideline": "administer",
  "search.find": "read",
  "submissions.get": "read",
  "submissions.import": "submit",
  "submissions.list": "read",
  "submissions.ownWork": "read",
  "submissions.submit": "submit",
  "submissions.validate": "read",
  "submissions.withdraw": "submit",
  "system.status": "read",
  "system.testModel": "administer",
  "system.usage": "read",
  "tokens.issue": "account",
  "tokens.list": "account",
  "tokens.listOf": "administer",
  "tokens.revoke": "account",
  "tokens.revokeOf": "administer",
};

/** The only mutations that an auditor may call: they change nothing, or only the caller's own account. */
const READS = ["submissions.validate"];
const OWN_ACCOUNT = [
  ...["members.changePassword", "members.endSessions", "members.rename", "members.setNotifications"],
  ...["members.setTimeZone", "notices.markSeen", "tokens.issue", "tokens.revoke"],
];

/** The only addresses that anyone may call. */
const PUBLIC = [
  ...["/.well-known/tlog-checkpoint", "/.well-known/tlog-policy", "/api/auth/callback/oidc"],
  // With the token from SCIM_TOKEN.
  ...["/api/auth/scim/v2/ServiceProviderConfig", "/api/auth/scim/v2/Users"],
  ...["/api/auth/sign-in/email", "/api/auth/sign-in/social", "/api/auth/sign-out", "/api/join"],
  ...["/llms.txt", "/openapi.json"],
];

/** The permission of each other address that the process answers itself. */
const ADDRESSES: Readonly<Record<string, Permission>> = {
  "/api/export/audit-log": "audit",
  "/api/export/audit-log-contents": "audit",
  "/api/export/evaluation": "read",
  "/api/export/forecasts": "read",
  "/api/export/observations": "read",
  "/api/export/outcomes": "read",
  "/api/export/proof": "read",
  "/api/export/sources": "read",
  "/api/export/track-record": "read",
  "/api/import/evaluations": "evaluate",
  "/api/import/submissions": "submit",
};

// At run time, this record has the full names of all procedures.
const definitions = appRouter._def.procedures as unknown as Readonly<
  Record<string, { _def: { type: string; meta?: Meta } }>
>;
const procedures = Object.keys(definitions).sort();

const gateway = await startGateway();
const origin = "http://localhost:3000";

interface Caller {
  readonly name: string;
  readonly role: Role;
  /** Set for a personal token. */
  readonly scopes?: readonly Scope[];
  readonly headers: Record<string, string>;
}

const sessions = await Promise.all(ROLES.map(async (role) => ({ role, session: await signInAs(gateway, role) })));
const CALLERS: Caller[] = sessions.map(({ role, session }) => ({
  ...{ name: role, role },
  headers: { origin, cookie: session.cookie },
}));
for (const { role, session } of sessions) {
  // A reviewer has each permission of a scope and most of the others, so one scope at a time is tested as a reviewer.
  const each = role === "reviewer" ? SCOPES.map((scope) => [scope]) : [];
  for (const scopes of [...each, SCOPES]) {
    const { authorization } = await tokenFor(gateway, session, scopes);
    // The cookie is ignored.
    const cookie = sessions.find((other) => other.role === "admin")?.session.cookie ?? "";
    CALLERS.push({
      ...{ name: `token of a ${role}: ${scopes.join(" ")}`, role, scopes },
      headers: { authorization, cookie },
    });
  }
}

const [{ session: researcher }] = sessions as [(typeof sessions)[number]];
const valid = await tokenFor(gateway, researcher);
const NOBODY: Readonly<Record<string, Record<string, string>>> = {
  nothing: {},
  "a made-up cookie": { cookie: "gateway.session_token=nonsense" },
  "a made-up signature": { cookie: "gateway.session_token=x.y" },
  "an API key": { authorization: `Bearer ${gateway.key}`, cookie: researcher.cookie },
  "a damaged token": { authorization: `${valid.authorization}0`, cookie: researcher.cookie },
  "a token in two parts": { authorization: `${valid.authorization} x`, cookie: researcher.cookie },
  "no token": { authorization: "bearer", cookie: researcher.cookie },
};

describe("all procedures", () => {
  it("name the listed permission", () => {
    const named = Object.entries(definitions).map(([name, { _def }]) => [name, _def.meta?.permission]);
    expect(Object.fromEntries(named)).toEqual(NEEDS);
  });

  it("and addresses together need each permission", () => {
    expect(new Set([...Object.values(NEEDS), ...Object.values(ADDRESSES)])).toEqual(new Set(PERMISSIONS));
  });

  it("that an auditor may call change nothing, or only the auditor's own account", () => {
    const open = procedures.filter((name) => {
      return definitions[name]?._def.type === "mutation" && tablePermits(NEEDS[name] ?? "administer", "auditor");
    });
    expect(open.sort()).toEqual([...READS, ...OWN_ACCOUNT].sort());
    expect(open.filter((name) => NEEDS[name] === "account").sort()).toEqual(OWN_ACCOUNT);
  });
});

it.each(PERMISSIONS)("the permission %s is granted by the roles and the scope of the table", (permission) => {
  for (const role of ROLES) {
    for (const scopes of [undefined, [], SCOPES, ...SCOPES.map((scope) => [scope])]) {
      expect(isPermitted({ role, scopes }, permission)).toBe(tablePermits(permission, role, scopes));
    }
  }
  expect(isPermitted({ role: undefined }, permission)).toBe(false);
});

describe.each(procedures)("%s", (procedure) => {
  const needed = NEEDS[procedure] ?? "administer";

  it("is refused to callers without a session and without a valid token, with one message", async () => {
    for (const [name, headers] of Object.entries(NOBODY)) {
      const { status, error } = await fetchProcedure(gateway, procedure, {}, { origin, ...headers });
      expect({ name, status, message: error?.message }).toEqual({ name, status: 401, message: NOT_SIGNED_IN });
    }
  });

  it("is permitted or refused to each role and scope according to the table", async () => {
    for (const { name, role, scopes, headers } of CALLERS) {
      // No procedure has an input field of this name, so permitted calls change nothing. Some ignore it and return 200.
      const { status, error } = await fetchProcedure(
        gateway,
        procedure,
        { nothing: "that any procedure takes" },
        headers,
      );
      if (tablePermits(needed, role, scopes)) expect([200, 400, 422], name).toContain(status);
      else expect({ name, status, code: error?.data.code }).toEqual({ name, status: 403, code: "FORBIDDEN" });
    }
  });
});

describe("the addresses without Next", () => {
  it("need the listed permission", () => {
    const named = [...PATHS].flatMap(([path, { needs }]) => (needs === "nothing" ? [] : [[path, needs]]));
    expect(Object.fromEntries(named)).toEqual(ADDRESSES);
    expect([...PATHS.keys()].filter((path) => !(path in ADDRESSES)).sort()).toEqual(PUBLIC);
  });

  it.each(Object.entries(ADDRESSES))("answer %s according to the table", async (path, needed) => {
    const route = findRoute(path);
    const statusOf = async (headers: Record<string, string>) => {
      const request = new Request(`${origin}${path}`, { method: route?.methods[0] ?? "GET", headers });
      const response = await route?.answer(gateway.gateway, request, freeWork());
      await response?.body?.cancel();
      return response?.status;
    };
    for (const [name, headers] of Object.entries(NOBODY)) {
      expect({ name, status: await statusOf({ origin, ...headers }) }).toEqual({ name, status: 401 });
    }
    for (const { name, role, scopes, headers } of CALLERS) {
      const expected = tablePermits(needed, role, scopes) ? [200, 400] : [403];
      expect(expected, name).toContain(await statusOf(headers));
    }
  });
});
