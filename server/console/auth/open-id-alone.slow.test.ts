import { describe, expect, it } from "vitest";
import { inviteFirstAdmin, offerSession } from "#server/console/members/invitations.ts";
import { openSession, signInAs } from "#test/console-session.ts";
import { comeBack, cookiesOf, post } from "#test/open-id-browser.ts";
import { type Person, startRealProvider, VENDORS } from "#test/real-provider.ts";
import { linkToken } from "#test/redeem-link.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { findMember } from "./find-member.ts";

const { path, names, describe: describeClaims } = VENDORS.Entra;
/** Entra ID without groups and without a trusted address: only one-time links identify members. */
const VENDOR = { path, names, describe: describeClaims, settings: { OIDC_TRUSTED_ADDRESS: "none" } };
const provider = await startRealProvider(VENDOR);
let passed = 0;
const gateway = await startGateway({ SIGN_IN: "openid", ...provider.settings }, undefined, {
  now: () => new Date(Date.now() + passed),
});
const { gateway: context } = gateway;

const person = (sub: string): Person => ({ sub, email: `${sub}@example.org`, groups: [] });

async function follow(to: TestGateway, url: string, body: object, cookie = "") {
  const begun = await post(to, url, body, cookie);
  const { url: next } = await begun.json();
  return comeBack(to, await provider.browse(next), [cookie, cookiesOf(begun)].filter(Boolean).join("; "));
}

const open = (link: string) => follow(gateway, "/api/join", { token: linkToken(link) });
const signIn = () => follow(gateway, "/api/auth/sign-in/social", { provider: "oidc" });

async function readEvents(memberId: string | undefined) {
  const { rows } = await context.database.pool.query(
    `select kind, convert_from(body, 'UTF8')::json -> 'invitation_id' is not null as by_link from events
     where kind like 'member.%' and convert_from(body, 'UTF8')::json ->> 'member_id' = $1 order by seq`,
    [memberId],
  );
  return rows.map(({ kind, by_link }) => `${kind}${by_link ? " by link" : ""}`);
}

describe("with SIGN_IN=openid", () => {
  it("passwords do not exist: sign-in, change and join by password are not found or lead to the provider", async () => {
    const sent = await post(gateway, "/api/auth/sign-in/email", {
      email: "admin@example.com",
      password: "x".repeat(20),
    });
    expect(sent.status).toBe(404);
    const { call } = await signInAs(gateway, "admin");
    const change = call.members.changePassword({ current: "x", next: "a new long password" });
    await expect(change).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { link } = await call.members.invite({ email: "joins@example.org", role: "researcher" });
    const answer = await post(gateway, "/api/join", { token: linkToken(link), name: "A", password: "x".repeat(20) });
    const { url, email } = await answer.json();
    expect([email, new URL(url).origin]).toEqual([undefined, new URL(provider.issuer).origin]);
  });

  it("a link to join links the account that the provider signs in, whatever its address, once", async () => {
    const { call } = await signInAs(gateway, "admin");
    const { link } = await call.members.invite({ email: "bea@example.org", role: "reviewer" });
    provider.set(person("b"));
    const { member, path } = await open(link);
    expect(path).toBe("/");
    expect(member).toMatchObject({ email: "bea@example.org", role: "reviewer", name: "Member of Entra" });
    expect(await readEvents(member?.id)).toEqual(["member.added by link", "member.linked by link"]);
    expect((await signIn()).member?.id).toBe(member?.id);
    expect((await post(gateway, "/api/join", { token: linkToken(link) })).status).toBe(404);
  });

  it("the first administrator joins with the address that the provider sends", async () => {
    const made = await inviteFirstAdmin(context, true);
    provider.set(person("first"));
    expect((await open(made?.link ?? "")).member).toMatchObject({ email: "first@example.org", role: "admin" });
  });

  it("a link for a member replaces the linked account, and ends the sessions", async () => {
    const { call } = await signInAs(gateway, "admin");
    const reviewer = await signInAs(gateway, "reviewer");
    for (const sub of ["old", "new"]) {
      const { link } = await call.members.resetPassword({ memberId: reviewer.memberId });
      provider.set(person(sub));
      expect((await open(link)).member?.id).toBe(reviewer.memberId);
      await expect(reviewer.call.members.sessions()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    }
    provider.set(person("old"));
    expect(await signIn()).toMatchObject({ member: undefined, error: "link_needed" });
  });

  it("a link does not move an account from one member to another, and remains usable", async () => {
    const { call } = await signInAs(gateway, "admin");
    provider.set(person("taken"));
    await open((await call.members.invite({ email: "one@example.org", role: "researcher" })).link);
    const { link } = await call.members.invite({ email: "two@example.org", role: "admin" });
    expect(await open(link)).toMatchObject({ member: undefined, path: "/sign-in", error: "account_linked" });
    provider.set(person("free"));
    expect((await open(link)).member?.email).toBe("two@example.org");
  });

  it("a link that is revoked while its owner is at the provider links nothing", async () => {
    const { call } = await signInAs(gateway, "admin");
    const made = await call.members.invite({ email: "late@example.org", role: "researcher" });
    const begun = await post(gateway, "/api/join", { token: linkToken(made.link) });
    const { url } = await begun.json();
    provider.set(person("late"));
    const back = await provider.browse(url);
    await call.members.revokeInvitation({ invitationId: made.invitationId });
    expect(await comeBack(gateway, back, cookiesOf(begun))).toMatchObject({ member: undefined, error: "link_invalid" });
  });
});

describe("a link to one session as an administrator", () => {
  const redeem = async (link: string) => cookiesOf(await post(gateway, "/api/join", { token: linkToken(link) }));
  const find = (cookie: string) => findMember(context, new Headers({ cookie }));

  it("signs in a member, whatever the role, for one hour and without the provider, and is recorded", async () => {
    const { memberId } = await signInAs(gateway, "researcher");
    const made = await offerSession(context, "researcher@example.com");
    await provider.fail(true);
    const session = await redeem(made?.link ?? "");
    expect(await find(session)).toMatchObject({ id: memberId, role: "admin" });
    expect(await readEvents(memberId)).toEqual([
      ...["member.added", "member.session_offered by link", "member.role_changed", "member.session_opened by link"],
    ]);
    expect(await redeem(made?.link ?? "")).toBe("");
    passed += 59 * 60_000;
    expect(await find(session)).toMatchObject({ id: memberId });
    passed += 2 * 60_000;
    expect(await find(session)).toBeUndefined();
    await provider.fail(false);
  });

  it("works once, for one hour, and only for an enabled member", async () => {
    expect(await offerSession(context, "nobody@example.org")).toBeUndefined();
    const admin = await signInAs(gateway, "admin");
    const { memberId } = await signInAs(gateway, "reviewer");
    await admin.call.members.disable({ memberId });
    await expect(offerSession(context, "reviewer@example.com")).rejects.toMatchObject({ code: "CONFLICT" });
    await admin.call.members.enable({ memberId });
    const made = await offerSession(context, "reviewer@example.com");
    passed += 61 * 60_000;
    expect(await redeem(made?.link ?? "")).toBe("");
  });
});

describe("the sign-out", () => {
  it("leads to the provider with a hint", async () => {
    const { call } = await signInAs(gateway, "admin");
    provider.set(person("leaves"));
    const { session } = await open(
      (await call.members.invite({ email: "leaves@example.org", role: "researcher" })).link,
    );
    const { url } = await (await post(gateway, "/api/auth/sign-out", {}, session)).json();
    const { origin, searchParams } = new URL(url);
    expect(origin).toBe(new URL(provider.issuer).origin);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ client_id: "gateway", post_logout_redirect_uri: "http://localhost:3000/sign-in" },
      id_token_hint: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(await findMember(context, new Headers({ cookie: session }))).toBeUndefined();
  });
});

describe("a role by the provider", () => {
  it("cannot be changed by hand", async () => {
    const okta = await startRealProvider(VENDORS.Okta);
    const mapped = await startGateway({ ...okta.settings });
    okta.set({ sub: "r", email: "researcher@example.com", groups: ["forecast-reviewers"] });
    const begun = await post(mapped, "/api/auth/sign-in/social", { provider: "oidc" });
    const { member } = await comeBack(mapped, await okta.browse((await begun.json()).url), cookiesOf(begun));
    expect(member?.role).toBe("reviewer");
    const { call } = await signInAs(mapped, "admin");
    const byHand = call.members.setRole({ memberId: member?.id ?? "", role: "admin" });
    await expect(byHand).rejects.toMatchObject({ code: "CONFLICT" });
    const { members } = await call.members.list();
    expect(members.filter(({ roleFromProvider }) => roleFromProvider).map(({ email }) => email)).toEqual([
      "researcher@example.com",
    ]);
  });
});

describe("a test of the provider", () => {
  it("shows an administrator the claims and the result, and changes nothing", async () => {
    const okta = await startRealProvider(VENDORS.Okta);
    const both = await startGateway({ ...okta.settings });
    const admin = await signInAs(both, "admin");
    const dump = async () => {
      const { pool } = both.gateway.database;
      const { rows } = await pool.query(
        "select (select count(*) from events) as events, (select count(*) from sessions) as sessions, (select json_agg(m order by id) from members m)::text as members, (select count(*) from accounts) as accounts",
      );
      return rows;
    };
    const before = await dump();
    for (const [sub, email, groups, result] of [
      ["n", "new@example.org", ["forecast-admins"], { role: "admin", email: "new@example.org", state: "new" }],
      [
        "r",
        "reviewer@example.com",
        ["everyone"],
        { role: "researcher", email: "reviewer@example.com", state: "found" },
      ],
      ["x", "new@example.org", ["cooks"], { refusal: "no_role" }],
    ] as const) {
      okta.set({ sub, email, groups });
      const begun = await post(both, "/api/auth/sign-in/social", { provider: "oidc", test: true }, admin.cookie);
      const cookie = [admin.cookie, cookiesOf(begun)].join("; ");
      const { path, error, session } = await comeBack(both, await okta.browse((await begun.json()).url), cookie);
      expect([path, error, session]).toEqual(["/settings/sign-in", null, expect.not.stringContaining("session_token")]);
      const { test } = await admin.call.members.signIn();
      expect(test).toMatchObject({ result, claims: { iss: okta.issuer, sub, email, groups }, hasRefreshToken: true });
    }
    expect(await dump()).toEqual(before);
  });

  it("is refused to others", async () => {
    const reviewer = await signInAs(gateway, "reviewer");
    for (const cookie of ["", reviewer.cookie])
      expect((await post(gateway, "/api/auth/sign-in/social", { provider: "oidc", test: true }, cookie)).status).toBe(
        403,
      );
  });
});

it("a session by password that is older than SIGN_IN=openid is refused", async () => {
  const { memberId } = await signInAs(gateway, "admin");
  const session = await openSession(gateway, memberId);
  await context.database.pool.query("update sessions set valid_until = null where user_id = $1", [memberId]);
  expect(await findMember(context, new Headers({ cookie: session.cookie }))).toBeUndefined();
});
