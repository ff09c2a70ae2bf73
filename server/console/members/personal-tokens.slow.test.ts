import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_TOKENS } from "#lib/domain/limits.ts";
import { PERMISSIONS, type Permission, ROLES, type Role, SCOPES, type Scope } from "#lib/domain/members.ts";
import { admitIdentity } from "#server/console/auth/admit-identity.ts";
import { importFile } from "#server/console/files/import-file.ts";
import { uploadFile } from "#server/console/files/upload-evaluation.ts";
import type { Meta } from "#server/console/trpc/init.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import { addSession, type ConsoleSession, fetchProcedure, openSession } from "#test/console-session.ts";
import { tablePermits, tokenFor } from "#test/permission-table.ts";
import { jsonl, lineOf } from "#test/resolved-cases.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const issue = (session: ConsoleSession, given: object = {}) =>
  session.fetch("tokens.issue", { name: "A notebook", scopes: ["read"], expiresAt: inDays(30), ...given });
const statusWith = async (headers: Record<string, string>) =>
  (await fetchProcedure(gateway, "submissions.list", {}, headers)).status;

async function eventsAfter(seq: number) {
  const { rows } = await gateway.gateway.database.pool.query(
    "select kind, convert_from(body, 'UTF8')::json as event from events where seq > $1 order by seq",
    [seq],
  );
  return rows;
}

const lastSeq = async () =>
  (await gateway.gateway.database.pool.query("select max(seq)::int as seq from events")).rows[0].seq;

describe("a personal token", () => {
  it("is shown once, and stored as a digest", async () => {
    const member = await addSession(gateway, "researcher");
    const before = await lastSeq();
    const { token } = await member.call.tokens.issue({
      name: "Weekly",
      scopes: ["submit", "read"],
      expiresAt: inDays(9),
    });
    expect(token).toMatch(/^dmp_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
    const [listed, ...others] = await member.call.tokens.list();
    expect(others).toEqual([]);
    expect(listed).toEqual({
      ...{ tokenId: token.split("_")[1], name: "Weekly", scopes: ["read", "submit"], lastUsedAt: null },
      ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
    });
    const { rows } = await gateway.gateway.database.pool.query("select * from personal_tokens where member_id = $1", [
      member.memberId,
    ]);
    const stored = JSON.stringify([rows, await eventsAfter(before)]);
    expect(stored).not.toContain(token.split("_")[2]?.slice(0, 32));
    expect(await eventsAfter(before)).toMatchObject([
      {
        kind: "token.issued",
        event: {
          ...{ token_id: listed?.tokenId, member_id: member.memberId, scopes: ["read", "submit"] },
          // The name is a content.
          contents: { name: expect.any(String) },
        },
      },
    ]);
    expect(stored).not.toContain('"name":"Weekly","scopes"');
  });

  it("needs no Origin, and excludes the cookie", async () => {
    const member = await addSession(gateway, "researcher");
    const { authorization } = await tokenFor(gateway, member, ["submit"]);
    const sent = await fetchProcedure(gateway, "submissions.submit", { request: newRequest() }, { authorization });
    expect(sent.status).toBe(200);
    expect(await statusWith({ authorization, cookie: member.cookie })).toBe(403);
    expect(await statusWith({ authorization: `${authorization}x`, cookie: member.cookie })).toBe(401);
    // A proxy in front of the console may add another scheme.
    expect(await statusWith({ authorization: "Basic eDp5", cookie: member.cookie })).toBe(200);
  });

  it("is refused at /v1/predict like an unknown API key", async () => {
    const { authorization } = await tokenFor(gateway, researcher);
    const { status, body } = await gateway.post(JSON.stringify(newRequest()), { authorization });
    expect({ status, error: body.error }).toMatchObject({ status: 401, error: { code: "UNAUTHORIZED" } });
  });

  it("expires", async () => {
    const member = await addSession(gateway, "researcher");
    const { authorization } = await tokenFor(gateway, member);
    expect(await statusWith({ authorization })).toBe(200);
    const later = { gateway: { ...gateway.gateway, now: () => new Date(Date.now() + DAY_MS) } };
    expect((await fetchProcedure(later, "submissions.list", {}, { authorization })).status).toBe(401);
    expect((await fetchProcedure(later, "tokens.list", {}, { cookie: member.cookie })).data).toEqual([]);
  });

  it("shows its last use", async () => {
    const member = await addSession(gateway, "researcher");
    const { authorization } = await tokenFor(gateway, member);
    await statusWith({ authorization });
    const [listed] = await member.call.tokens.list();
    expect(Date.parse(listed?.lastUsedAt ?? "")).toBeLessThanOrEqual(Date.now());
  });

  it("is refused for more than a year, for no time and without a scope", async () => {
    for (const given of [{ expiresAt: inDays(367) }, { expiresAt: inDays(-1) }, { scopes: [] }, { name: " " }]) {
      expect(await issue(researcher, given)).toMatchObject({ status: 400 });
    }
    for (const scope of ["decide", "confirm", "administer", "account", "audit"]) {
      expect(await issue(researcher, { scopes: [scope] })).toMatchObject({ status: 400 });
    }
    expect((await issue(researcher, { expiresAt: inDays(365) })).status).toBe(200);
  });

  it(`is refused if the member has ${MAX_TOKENS}, even with parallel requests`, async () => {
    const member = await addSession(gateway, "researcher");
    const replies = await Promise.all(Array.from({ length: MAX_TOKENS + 3 }, () => issue(member)));
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: MAX_TOKENS }, () => 200),
      ...[409, 409, 409],
    ]);
    const [{ tokenId = "" } = {}] = await member.call.tokens.list();
    await member.call.tokens.revoke({ tokenId });
    expect((await issue(member)).status).toBe(200);
  });

  it("is revoked by its member or an administrator only, once, on the next request", async () => {
    const [member, other] = [await addSession(gateway, "researcher"), await addSession(gateway, "reviewer")];
    const { memberId } = member;
    const [one, two] = [await tokenFor(gateway, member), await tokenFor(gateway, member)];
    expect((await other.fetch("tokens.revoke", { tokenId: one.tokenId })).status).toBe(404);
    expect((await other.fetch("tokens.revokeOf", { memberId, tokenId: one.tokenId })).status).toBe(403);
    const before = await lastSeq();
    await Promise.all([1, 2].map(() => member.call.tokens.revoke({ tokenId: one.tokenId })));
    await admin.call.tokens.revokeOf({ memberId, tokenId: two.tokenId });
    for (const { authorization } of [one, two]) expect(await statusWith({ authorization })).toBe(401);
    expect(await eventsAfter(before)).toMatchObject([
      { kind: "token.revoked", event: { token_id: one.tokenId, actor: { id: memberId } } },
      { kind: "token.revoked", event: { token_id: two.tokenId, actor: { id: admin.memberId } } },
    ]);
  });
});

describe("events caused through a token", () => {
  it("name the token", async () => {
    const member = await addSession(gateway, "researcher");
    const { authorization, tokenId } = await tokenFor(gateway, member);
    const { taskId, request } = await submitAndApprove(researcher, reviewer);
    const before = await lastSeq();
    const call = async (procedure: string, input: object) => {
      const { status, data, error } = await fetchProcedure(gateway, procedure, input, { authorization });
      expect({ procedure, status, error }).toEqual({ procedure, status: 200, error: undefined });
      return Object(data);
    };
    const send = async (handler: typeof importFile, path: string, body: string) => {
      const init = { method: "POST", headers: { authorization }, body };
      return (await handler(gateway.gateway, new Request(`http://localhost:3000${path}`, init))).json();
    };
    const own = await call("submissions.submit", { request: newRequest() });
    await call("submissions.withdraw", { submissionId: own.submissionId });
    await call("submissions.import", { jsonl: JSON.stringify(newRequest()) });
    await send(importFile, "/api/import/submissions", `${JSON.stringify(newRequest())}\n`);
    await call("outcomes.record", { taskId, option: "yes", source: "The register." });
    await call("outcomes.import", { file: JSON.stringify({ task_id: taskId, option: "no", source: "The press." }) });
    await call("questions.addNote", { taskId, text: "A note." });
    await call("questions.tag", { taskId, tag: "a", active: true });
    await call("forecasts.run", request);
    const refused = await fetchProcedure(gateway, "forecasts.run", newRequest(), { authorization });
    expect(refused.status).toBe(422);
    const { evaluationId } = await send(
      uploadFile,
      "/api/import/evaluations?name=a.jsonl",
      jsonl([lineOf("x", [0.5], "yes")]),
    );
    const { dataDigest: seen } = await reviewer.call.evaluations.get({ evaluationId });
    const sample = await reviewer.call.evaluations.sample({ evaluationId });
    const checklist = { exclusive: true, decidable: true, cutoff: true, sources: true };
    const read = sample.map(({ index }) => index);
    await reviewer.call.evaluations.decide({ evaluationId, seen, approve: true, checklist, read });
    await call("evaluations.act", { evaluationId, action: "start" });
    const caused = (await eventsAfter(before)).filter(({ event }) => event.actor.id === member.memberId);
    expect(new Set(caused.map(({ kind }) => kind))).toEqual(
      new Set([
        ...["submission.created", "submission.withdrawn", "outcome.recorded", "question.noted", "tag.changed"],
        ...["prediction.opened", "prediction.answered", "prediction.refused"],
        ...["evaluation.uploaded", "evaluation.started"],
      ]),
    );
    for (const { event } of caused) {
      expect(event.actor).toEqual({ type: "member", id: member.memberId, token_id: tokenId });
    }
    expect(await admin.call.audit.verify()).toMatchObject({ ok: true });
  });
});

const definitions = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: { meta?: Meta } }>>;
const byPermission = new Map(
  PERMISSIONS.map((permission) => [
    permission,
    Object.keys(definitions).filter((name) => definitions[name]?._def.meta?.permission === permission),
  ]),
);

/** An index of a member or a token; the list that it refers to may be shorter. */
const index = fc.nat(30);
const scopes = fc.subarray([...SCOPES], { minLength: 1 });
const call = fc.record({
  what: fc.constant("call" as const),
  member: index,
  /** Undefined: with the session. */
  token: fc.option(index, { nil: undefined, freq: 4 }),
  permission: fc.constantFrom(...PERMISSIONS.filter((permission) => byPermission.get(permission)?.length)),
  which: fc.nat(),
});
const step = fc.oneof(
  { weight: 5, arbitrary: call },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("issue" as const), member: index, scopes }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("revoke" as const), token: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom("role" as const, "sign in" as const),
      member: index,
      role: fc.constantFrom(...ROLES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("disable" as const), member: index, disabled: fc.boolean() }),
  },
);

interface ModelMember {
  session: ConsoleSession;
  role: Role;
  disabled: boolean;
}

interface ModelToken {
  readonly owner: ModelMember;
  readonly scopes: readonly Scope[];
  readonly tokenId: string;
  readonly authorization: string;
  revoked: boolean;
}

function expectedStatus(permission: Permission, member: ModelMember, token: ModelToken | undefined): number {
  if (member.disabled || token?.revoked) return 401;
  return tablePermits(permission, member.role, token?.scopes) ? 200 : 403;
}

const oidcRoles = Object.fromEntries(ROLES.map((role) => [role, role]));
const BY_GROUP = {
  ...gateway.gateway,
  config: { ...gateway.gateway.config, oidcTrustedAddress: "email", oidcRoles },
} as const;

describe("generated sequences of changes, sign-ins and calls", () => {
  it("let a call pass exactly if the table permits it at that moment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const members: ModelMember[] = [];
        for (const role of ["researcher", "auditor", "reviewer"] as const) {
          members.push({ session: await addSession(gateway, role), role, disabled: false });
        }
        const tokens: ModelToken[] = [];
        for (const one of steps) {
          const member = members[("member" in one ? one.member : 0) % members.length];
          const token = "token" in one && one.token !== undefined ? tokens[one.token % tokens.length] : undefined;
          if (member === undefined) throw new Error("there are no members");
          const { memberId } = member.session;
          if (one.what === "role") {
            await admin.call.members.setRole({ memberId, role: one.role });
            member.role = one.role;
          } else if (one.what === "sign in") {
            // The provider applies the role also to a disabled member, who gets no session.
            await admitIdentity(BY_GROUP, {
              iss: "https://id",
              sub: memberId,
              email: `${memberId}@example.com`,
              groups: [one.role],
            });
            member.role = one.role;
            if (!member.disabled) member.session = await openSession(gateway, memberId);
          } else if (one.what === "disable") {
            await admin.call.members[one.disabled ? "disable" : "enable"]({ memberId });
            if (one.disabled) for (const each of tokens) if (each.owner === member) each.revoked = true;
            // Sessions that were ended stay ended.
            if (member.disabled && !one.disabled) member.session = await openSession(gateway, memberId);
            member.disabled = one.disabled;
          } else if (one.what === "revoke" && token !== undefined) {
            await admin.call.tokens.revokeOf({ memberId: token.owner.session.memberId, tokenId: token.tokenId });
            token.revoked = true;
          } else if (one.what === "issue" && !member.disabled && tokens.length < MAX_TOKENS) {
            const issued = await tokenFor(gateway, member.session, one.scopes);
            tokens.push({ owner: member, scopes: one.scopes, revoked: false, ...issued });
          } else if (one.what === "call") {
            const names = byPermission.get(one.permission) ?? [];
            const procedure = names[one.which % names.length] ?? "";
            const headers =
              token === undefined
                ? { origin: "http://localhost:3000", cookie: member.session.cookie }
                : { authorization: token.authorization, cookie: member.session.cookie };
            const input = { nothing: "that any procedure takes" };
            const { status } = await fetchProcedure(gateway, procedure, input, headers);
            const expected = expectedStatus(one.permission, token?.owner ?? member, token);
            const found = [400, 422].includes(status) ? 200 : status;
            expect({ procedure, status: found }).toEqual({ procedure, status: expected });
          }
        }
      }),
      { numRuns: 30 },
    );
    expect(await admin.call.audit.verify()).toMatchObject({ ok: true });
  });
});
