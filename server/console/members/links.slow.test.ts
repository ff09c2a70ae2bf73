import { describe, expect, it } from "vitest";
import type { EventKind } from "#lib/domain/audit-events.ts";
import type { Role } from "#lib/domain/members.ts";
import { addSession, signIn } from "#test/console-session.ts";
import { dumpDatabase } from "#test/dump-database.ts";
import { linkToken, redeem } from "#test/redeem-link.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { makePassword } from "./accounts.ts";

const { gateway, admin } = await signInRoles();

let count = 0;
const newEmail = () => `somebody-${++count}@example.org`;

async function invited(email = newEmail(), role: Role = "researcher") {
  const made = await admin.call.members.invite({ email, role });
  return { ...made, email, token: linkToken(made.link) };
}

async function joined() {
  const { email, token } = await invited();
  const password = makePassword();
  expect((await redeem(gateway, { token, name: "Somebody", password })).status).toBe(200);
  return { password, email, ...(await signIn(gateway, { email, password })) };
}

const eventsOf = async (kinds: EventKind[]) =>
  (await admin.call.audit.list({ kinds })).events.map(({ event }) => event);

describe("an invitation", () => {
  it("lets its owner join with the assigned role and sign in", async () => {
    const { link, email, token, expiresAt } = await invited("Some.Body@Example.org", "reviewer");
    expect(link).toBe(`http://localhost:3000/join/${token}`);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
    const password = makePassword();
    const reply = await redeem(gateway, { token, name: "Some Body", password });
    expect(reply).toMatchObject({ status: 200, body: { email: email.toLowerCase() } });
    const session = await signIn(gateway, { email, password });
    const { members, invitations } = await admin.call.members.list();
    expect(members.find(({ memberId }) => memberId === session.memberId)).toMatchObject({
      name: "Some Body",
      email: "some.body@example.org",
      role: "reviewer",
      disabledAt: null,
      lastSignInAt: expect.any(String),
    });
    expect(invitations.map((each) => each.email)).not.toContain("some.body@example.org");
  });

  it("is recorded, as is the member who joins, but neither its token nor the password is in the database", async () => {
    const { email, token, invitationId } = await invited();
    const password = makePassword();
    await redeem(gateway, { token, name: "Recorded", password });
    const [added] = await eventsOf(["member.added"]);
    const [asked] = await eventsOf(["member.invited"]);
    expect(asked).toMatchObject({
      invitation_id: invitationId,
      email,
      role: "researcher",
      actor: { id: admin.memberId },
    });
    expect(added).toMatchObject({
      invitation_id: invitationId,
      role: "researcher",
      actor: { id: Object(added).member_id },
    });
    expect(await admin.call.audit.verify()).toMatchObject({ ok: true });
    const { token: unused } = await invited();
    const dump = await dumpDatabase(gateway.gateway.database.pool);
    for (const secret of [token, unused, password]) expect(dump.includes(secret)).toBe(false);
  });

  it("works once, even with parallel requests", async () => {
    const { token, email } = await invited();
    const uses = Array.from({ length: 5 }, (_, index) =>
      redeem(gateway, { token, name: `Number ${index}`, password: makePassword() }),
    );
    const statuses = (await Promise.all(uses)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404]);
    const { members } = await admin.call.members.list();
    expect(members.filter((member) => member.email === email)).toHaveLength(1);
  });

  it("is refused for another spelling of a member's address, even if the member joined after the invitation was made", async () => {
    const { email, token } = await invited("A.Person@gmail.com");
    const early = await invited("aperson+early@gmail.com");
    expect((await redeem(gateway, { token, name: "A Person", password: makePassword() })).status).toBe(200);
    for (const spelling of [email, "aperson@gmail.com", "a.person+reviewer@googlemail.com"]) {
      await expect(invited(spelling, "reviewer")).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringMatching(/address already|a\.person@gmail\.com/),
      });
    }
    const reply = await redeem(gateway, { token: early.token, name: "The same", password: makePassword() });
    expect(reply).toMatchObject({ status: 409, body: { error: { code: "CONFLICT" } } });
  });

  it.each(["used", "revoked", "expired", "replaced", "unknown"])(
    "is refused if it is %s, without revealing the reason",
    async (how) => {
      const { token, invitationId, email } = await invited();
      const password = makePassword();
      if (how === "used") await redeem(gateway, { token, name: "First", password });
      if (how === "revoked") await admin.call.members.revokeInvitation({ invitationId });
      if (how === "replaced") await invited(email);
      if (how === "expired") {
        const { pool } = gateway.gateway.database;
        await pool.query("update invitations set expires_at = now() where id = $1", [invitationId]);
      }
      const tried = how === "unknown" ? `${token.slice(1)}x` : token;
      const reply = await redeem(gateway, { token: tried, name: "Second", password });
      expect(reply).toMatchObject({
        status: 404,
        body: {
          error: { code: "NOT_FOUND", message: "This link is no longer valid. Ask an administrator for a new link." },
        },
      });
    },
  );

  it("cannot be made for a member's address", async () => {
    const { memberId } = await addSession(gateway, "researcher");
    await expect(admin.call.members.invite({ email: `${memberId}@EXAMPLE.com`, role: "admin" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("is not used up by invalid input", async () => {
    const { token } = await invited();
    const right = { token, name: "Somebody", password: makePassword() };
    for (const wrong of [
      { password: "eleven-char" },
      { password: "x".repeat(129) },
      { password: "" },
      { password: undefined },
      { name: undefined },
      { name: " " },
      { name: "\u0000" },
      { token: "" },
    ])
      expect({ wrong, ...(await redeem(gateway, { ...right, ...wrong })) }).toMatchObject({
        wrong,
        status: 400,
        body: { error: { code: "BAD_REQUEST", message: expect.stringMatching(/./) } },
      });
    expect((await redeem(gateway, right)).status).toBe(200);
  });

  it("cannot be used from another site's page", async () => {
    const { token } = await invited();
    const body = { token, name: "Somebody", password: makePassword() };
    expect((await redeem(gateway, body, { origin: "http://evil.example" })).status).toBe(403);
    expect((await redeem(gateway, body)).status).toBe(200);
  });

  it("is revoked when the administrator who made it is demoted or disabled", async () => {
    for (const end of ["setRole", "disable"] as const) {
      const { memberId, call } = await addSession(gateway, "admin");
      const { link } = await call.members.invite({ email: newEmail(), role: "admin" });
      if (end === "setRole") await admin.call.members.setRole({ memberId, role: "researcher" });
      else await admin.call.members.disable({ memberId });
      const body = { token: linkToken(link), name: "Friend", password: makePassword() };
      expect((await redeem(gateway, body)).status).toBe(404);
    }
  });

  it("is recorded as revoked only once", async () => {
    const { invitationId, email, token } = await invited();
    await admin.call.members.revokeInvitation({ invitationId });
    await admin.call.members.revokeInvitation({ invitationId });
    const revoked = (await eventsOf(["member.invitation_revoked"])).filter((event) =>
      JSON.stringify(event).includes(invitationId),
    );
    expect(revoked).toMatchObject([{ invitation_id: invitationId, email, actor: { id: admin.memberId } }]);
    expect(await redeem(gateway, { token, name: "x", password: makePassword() })).toMatchObject({ status: 404 });
  });
});

describe("a link for a new password", () => {
  it("works once, replaces the old password and ends the member's sessions", async () => {
    const member = await joined();
    const { link } = await admin.call.members.resetPassword({ memberId: member.memberId });
    expect((await member.fetch("submissions.validate", {})).status).toBe(200);
    const password = makePassword();
    const reply = await redeem(gateway, { token: linkToken(link), password });
    expect(reply).toMatchObject({ status: 200, body: { email: member.email } });
    expect((await member.fetch("submissions.validate", {})).status).toBe(401);
    await expect(signIn(gateway, member)).rejects.toThrow("401");
    await signIn(gateway, { email: member.email, password });
    expect((await redeem(gateway, { token: linkToken(link), password: makePassword() })).status).toBe(404);
    const [set] = await eventsOf(["member.password_set"]);
    const [offered] = await eventsOf(["member.reset_offered"]);
    expect(set).toMatchObject({ member_id: member.memberId });
    expect(offered).toMatchObject({ member_id: member.memberId, actor: { id: admin.memberId } });
  });

  it("replaces the previous link and can be revoked", async () => {
    const { memberId } = await addSession(gateway, "researcher");
    const first = await admin.call.members.resetPassword({ memberId });
    const second = await admin.call.members.resetPassword({ memberId });
    expect((await redeem(gateway, { token: linkToken(first.link), password: makePassword() })).status).toBe(404);
    await admin.call.members.revokeInvitation({ invitationId: second.invitationId });
    expect((await redeem(gateway, { token: linkToken(second.link), password: makePassword() })).status).toBe(404);
  });

  it("stops working when the member is disabled, and cannot be made for a disabled member", async () => {
    const { memberId } = await addSession(gateway, "researcher");
    const { link } = await admin.call.members.resetPassword({ memberId });
    await admin.call.members.disable({ memberId });
    expect((await redeem(gateway, { token: linkToken(link), password: makePassword() })).status).toBe(404);
    await expect(admin.call.members.resetPassword({ memberId })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a client that tries many links", () => {
  it("is rate limited, and other clients are not", async () => {
    const body = { token: "guess", name: "x", password: makePassword() };
    const from = { "x-client-address": "203.0.113.9" };
    for (let tries = 0; tries < 20; tries++) expect((await redeem(gateway, body, from)).status).toBe(404);
    const { status, headers } = await redeem(gateway, body, from);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await redeem(gateway, body)).status).toBe(404);
  });
});
