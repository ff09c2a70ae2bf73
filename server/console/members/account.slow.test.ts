import { describe, expect, it } from "vitest";
import { answerAuth } from "#server/console/auth/answer-auth.ts";
import { findMember } from "#server/console/auth/find-member.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { tokenOf } from "#test/console-client.ts";
import { addSession, type ConsoleSession, openSession, signIn } from "#test/console-session.ts";
import { linkToken, redeem } from "#test/redeem-link.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { makePassword } from "./accounts.ts";

const { gateway, admin } = await signInRoles();

let count = 0;

async function memberWith(sessions: number) {
  const first = await addSession(gateway, "researcher");
  const others = Array.from({ length: sessions - 1 }, () => openSession(gateway, first.memberId));
  return { first, others: await Promise.all(others) };
}

/** Like `memberWith(2)`, but the member has a password, which is slow, and the first session is a sign-in. */
async function memberWithPassword() {
  const account = { email: `member-${++count}@example.org`, password: makePassword() };
  const { link } = await admin.call.members.invite({ email: account.email, role: "researcher" });
  await redeem(gateway, { token: linkToken(link), name: "Member", password: account.password });
  const first = await signIn(gateway, account);
  return { account, first, others: [await openSession(gateway, first.memberId)] };
}

const isOpen = async (session: ConsoleSession) => (await session.fetch("submissions.validate", {})).status === 200;

describe("a member's sessions", () => {
  it("are listed with time and address but without tokens, and the current session is marked", async () => {
    const { account, first } = await memberWithPassword();
    const others = [await signIn(gateway, account)];
    const listed = await first.call.members.sessions();
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    // The session without a sign-in has no address.
    const signedIn = listed.filter(({ address }) => address !== null);
    expect(signedIn).toHaveLength(2);
    for (const session of signedIn) {
      expect(session).toMatchObject({ signedInAt: expect.any(String), address: expect.stringMatching(/^10\./) });
    }
    const text = JSON.stringify(listed);
    for (const { cookie } of [first, ...others]) {
      expect(text).not.toContain(tokenOf(cookie));
    }
  });

  it("can be ended individually", async () => {
    const { first, others } = await memberWith(3);
    const [second, third] = others;
    const other = (await second?.call.members.sessions())?.find(({ current }) => current);
    await first.call.members.endSessions({ sessionId: other?.sessionId });
    expect(await Promise.all([first, ...others].map(isOpen))).toEqual([true, false, true]);
    expect(await third?.call.members.sessions()).toHaveLength(2);
  });

  it("can all be ended except the current session", async () => {
    const { first, others } = await memberWith(3);
    await first.call.members.endSessions({});
    expect(await Promise.all([first, ...others].map(isOpen))).toEqual([true, false, false]);
  });

  it("cannot be seen or ended by another member", async () => {
    const { first } = await memberWith(1);
    const stranger = await addSession(gateway, "admin");
    const [session] = await first.call.members.sessions();
    await stranger.call.members.endSessions({ sessionId: session?.sessionId });
    await stranger.call.members.endSessions({});
    expect(await isOpen(first)).toBe(true);
    expect(JSON.stringify(await stranger.call.members.sessions())).not.toContain(session?.sessionId);
  });
});

describe("a change of password", () => {
  it("requires the old password, ends the other sessions and preserves the current session", async () => {
    const { account, first, others } = await memberWithPassword();
    const next = makePassword();
    await first.call.members.changePassword({ current: account.password, next });
    expect(await Promise.all([first, ...others].map(isOpen))).toEqual([true, false]);
    await expect(signIn(gateway, account)).rejects.toThrow("401");
    await signIn(gateway, { ...account, password: next });
    const [event] = (await admin.call.audit.list({ kind: "member.password_set" })).events;
    expect(event?.event).toMatchObject({ member_id: first.memberId, actor: { id: first.memberId } });
  });

  it("is refused, without any effect, if the old password is wrong or the new password is too short", async () => {
    const { account, first, others } = await memberWithPassword();
    const wrong = await first.fetch("members.changePassword", { current: "not the password", next: makePassword() });
    expect(wrong).toMatchObject({ status: 403, error: { message: "The current password is wrong." } });
    const short = await first.fetch("members.changePassword", { current: account.password, next: "eleven-char" });
    expect(short.status).toBe(400);
    expect(await Promise.all([first, ...others].map(isOpen))).toEqual([true, true]);
    await signIn(gateway, account);
  });

  it("is rate limited, to prevent guessing of the old password", async () => {
    const { account, first } = await memberWithPassword();
    const guess = { current: "not the password", next: makePassword() };
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) statuses.push((await first.fetch("members.changePassword", guess)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
    const right = { current: account.password, next: makePassword() };
    expect((await first.fetch("members.changePassword", right)).status).toBe(429);
  });
});

describe("a change of name", () => {
  it("takes effect immediately and is recorded", async () => {
    const { first } = await memberWith(1);
    await first.call.members.rename({ name: "  Another Name " });
    await first.call.members.rename({ name: "Another Name" });
    const { members } = await admin.call.members.list();
    expect(members.find(({ memberId }) => memberId === first.memberId)?.name).toBe("Another Name");
    const renamed = (await admin.call.audit.list({ kind: "member.renamed" })).events.map(({ event }) => event);
    expect(renamed).toMatchObject([{ member_id: first.memberId, name: "Another Name", actor: { id: first.memberId } }]);
  });
});

describe("a time zone", () => {
  it("is chosen and cleared by the member, also one that Intl does not list, and must exist", async () => {
    const { first } = await memberWith(1);
    const zone = async () => (await findMember(gateway.gateway, new Headers({ cookie: first.cookie })))?.timeZone;
    expect(await zone()).toBeNull();
    for (const timeZone of ["Europe/Berlin", "Asia/Kolkata", "UTC", "+05:45", null]) {
      await first.call.members.setTimeZone({ timeZone });
      expect(await zone()).toBe(timeZone);
    }
    for (const timeZone of ["", "Mars/Olympus", "Europe/Berlin ", "Europe/Berlin\u0000", "local"]) {
      const { status, error } = await first.fetch("members.setTimeZone", { timeZone });
      expect([status, error?.message]).toEqual([400, expect.stringContaining("Choose a time zone")]);
    }
    expect(await zone()).toBeNull();
  });
});

describe("the last sign-in", () => {
  it("is still listed after the session has ended, and is null before the first sign-in", async () => {
    const { first } = await memberWith(1);
    const lastOf = async () =>
      (await admin.call.members.list()).members.find(({ memberId }) => memberId === first.memberId)?.lastSignInAt;
    const before = await lastOf();
    expect(before).toEqual(expect.any(String));
    const [session] = await first.call.members.sessions();
    await first.call.members.endSessions({ sessionId: session?.sessionId });
    expect(await lastOf()).toBe(before);
    const { link } = await admin.call.members.invite({ email: "never@example.org", role: "reviewer" });
    await redeem(gateway, { token: linkToken(link), name: "Never", password: makePassword() });
    const { members } = await admin.call.members.list();
    expect(members.find(({ email }) => email === "never@example.org")?.lastSignInAt).toBeNull();
  });
});

describe("the response to a sign-in", () => {
  it("contains the session token only in an HttpOnly cookie", async () => {
    const account = readFirstRun(gateway.dataDir)?.accounts.researcher;
    const response = await gateway.gateway.auth.handler(
      new Request("http://localhost:3000/api/auth/sign-in/email", {
        method: "POST",
        headers: { "content-type": "application/json", origin: "http://localhost:3000" },
        body: JSON.stringify(account),
      }),
    );
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^gateway\.session_token=.*; HttpOnly; SameSite=Lax/);
    const body = await response.json();
    expect(body).toMatchObject({ user: { email: account?.email } });
    expect(JSON.stringify(body)).not.toContain(tokenOf(cookie));
  });
});

describe("other better-auth endpoints", () => {
  it.each([
    ["GET", "get-session"],
    ["GET", "list-sessions"],
    ["POST", "change-password"],
    ["POST", "update-user"],
    ["POST", "sign-up/email"],
    ["POST", "revoke-sessions"],
    ["POST", "request-password-reset"],
    ["POST", "sign-in/social"],
    ["POST", "link-social"],
  ])("%s %s returns 404", async (method, path) => {
    const headers = { "content-type": "application/json", origin: "http://localhost:3000", cookie: admin.cookie };
    const body = method === "GET" ? null : JSON.stringify({ provider: "oidc", name: "x" });
    const response = await answerAuth(
      gateway.gateway,
      new Request(`http://localhost:3000/api/auth/${path}`, { method, headers, body }),
    );
    expect(response.status).toBe(404);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});
