import { describe, expect, it } from "vitest";
import { ROLES } from "#lib/domain/members.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { signInAs } from "#test/console-session.ts";
import { dumpDatabase } from "#test/dump-database.ts";
import { listen } from "#test/listen.ts";
import { comeBack, cookiesOf, post } from "#test/open-id-browser.ts";
import { CLIENT, type OpenIdProvider, startProvider } from "#test/open-id-provider.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { answerAuth } from "./answer-auth.ts";
import { findMember } from "./find-member.ts";

const start = ({ issuer }: Pick<OpenIdProvider, "issuer">) =>
  startGateway({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret });

const provider = await startProvider();
const gateway = await start(provider);

const ORIGIN = "http://localhost:3000";

/** Starts a sign-in through the provider. The response contains the provider's URL. */
const begin = (to: TestGateway, body: Record<string, unknown> = {}) =>
  post(to, "/api/auth/sign-in/social", { provider: "oidc", callbackURL: "/forecasts", ...body });

/** Runs the whole redirect flow. Returns the final URL, the error and the signed-in member. */
async function signInByProvider(to: TestGateway = gateway, body: Record<string, unknown> = {}) {
  const begun = await begin(to, body);
  const { url } = await begun.json();
  const { headers } = await fetch(url, { redirect: "manual" });
  const back = headers.get("location") ?? "";
  const cookie = cookiesOf(begun);
  return { ...(await comeBack(to, back, cookie)), back, cookie };
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const REVIEWER = { sub: "42", email: "reviewer@example.com", email_verified: true, name: "Another Name" };

describe("a member whose address the provider has verified", () => {
  it("signs in, is redirected to the requested page, and keeps name and role", async () => {
    provider.next({ ...REVIEWER, email: "Reviewer@Example.com" });
    const first = await signInByProvider();
    expect(first).toMatchObject({ path: "/forecasts", error: null });
    expect(first.member).toMatchObject({ email: "reviewer@example.com", role: "reviewer", name: "Reviewer" });
    provider.next(REVIEWER);
    expect((await signInByProvider()).member?.id).toBe(first.member?.id);
  });

  it("signs in although the clocks differ by up to 60 seconds", async () => {
    for (const late of [{ exp: inSeconds(-45) }, { nbf: inSeconds(45), iat: inSeconds(45) }]) {
      provider.next(REVIEWER, (claims) => ({ ...claims, ...late }));
      expect((await signInByProvider()).member?.role).toBe("reviewer");
    }
  });

  it("signs in if only the provider's user info contains the address", async () => {
    provider.next(REVIEWER, ({ email, ...claims }) => claims);
    expect((await signInByProvider()).member?.role).toBe("reviewer");
  });

  it.each([
    ...[
      "https://example.com/",
      "//example.com",
      "/\\example.com",
      "/..//example.com",
      "/.//example.com",
      "javascript:0",
    ],
    ...["/\t/example.com", "https:example.com", `${ORIGIN}@example.com/`, `${ORIGIN}/forecasts`],
  ])("ends on a page of the console, and never on %s", async (callbackURL) => {
    provider.next(REVIEWER);
    const { end, path } = await signInByProvider(gateway, { callbackURL });
    expect([end.origin, path]).toEqual([ORIGIN, "/"]);
    provider.next({ ...REVIEWER, sub: "43", email_verified: false });
    const refused = await signInByProvider(gateway, { callbackURL });
    expect([refused.end.origin, refused.path]).toEqual([ORIGIN, "/sign-in"]);
  });

  it("returns to the requested page after a failed sign-in", async () => {
    provider.next({ ...REVIEWER, sub: "43", email_verified: false });
    const { end, path } = await signInByProvider(gateway, { callbackURL: "/forecasts?model=a" });
    expect([path, end.searchParams.get("to")]).toEqual(["/sign-in", "/forecasts?model=a"]);
  });

  it("has no readable token of the provider in the database", async () => {
    provider.next(REVIEWER);
    await signInByProvider();
    const { rows } = await gateway.gateway.database.pool.query(
      "select access_token, refresh_token, id_token from accounts where provider_id = 'oidc'",
    );
    const encrypted = expect.stringMatching(/^[0-9a-f]+$/);
    expect(rows).toEqual([{ access_token: null, refresh_token: encrypted, id_token: encrypted }]);
    expect(await dumpDatabase(gateway.gateway.database.pool)).not.toContain(CLIENT.secret);
  });

  it("has one account per account at the provider, even after two first sign-ins at once", async () => {
    provider.next(REVIEWER);
    const { member } = await signInByProvider();
    const asSecond = gateway.gateway.database.pool.query(
      "insert into accounts (id, user_id, account_id, provider_id) values ('second', $1, $2, 'oidc')",
      [member?.id, `${provider.issuer} ${REVIEWER.sub}`],
    );
    await expect(asSecond).rejects.toMatchObject({ constraint: "one_account_per_subject" });
  });

  it("cannot sign in while disabled", async () => {
    const admin = await signInAs(gateway, "admin");
    provider.next({ sub: "77", email: "researcher@example.com", email_verified: true });
    const { member } = await signInByProvider();
    expect(member?.role).toBe("researcher");
    await admin.call.members.disable({ memberId: member?.id ?? "" });
    expect(await signInByProvider()).toMatchObject({ member: undefined, path: "/sign-in", error: "MEMBER_DISABLED" });
    await admin.call.members.enable({ memberId: member?.id ?? "" });
    expect((await signInByProvider()).member?.id).toBe(member?.id);
  });
});

describe("sign-in through the provider is refused", () => {
  it.each([
    ["a stranger", { sub: "1", email: "stranger@example.com", email_verified: true }],
    ["an address that is not verified", { sub: "2", email: "admin@example.com", email_verified: false }],
    ["an address without email_verified", { sub: "3", email: "admin@example.com" }],
    ["an address whose email_verified is a string", { sub: "4", email: "admin@example.com", email_verified: "true" }],
    ["a profile without an address", { sub: "5", email_verified: true }],
    ["an address that is not a text", { sub: "6", email: ["admin@example.com"], email_verified: true }],
  ])("for %s", async (_, claims) => {
    provider.next(claims);
    expect(await signInByProvider()).toMatchObject({ member: undefined, path: "/sign-in", error: expect.any(String) });
    const { rows } = await gateway.gateway.database.pool.query("select count(*)::int as count from members");
    expect(rows).toEqual([{ count: ROLES.length }]);
  });

  it.each([
    ["another issuer", { iss: "http://127.0.0.1:1" }],
    ["another client", { aud: "somebody else" }],
    ["an expired session", { exp: 1_000_000_000 }],
    ["a session that expired more than 60 seconds ago", { exp: inSeconds(-75) }],
    ["a session that begins in more than 60 seconds", { nbf: inSeconds(75) }],
    ["another sign-in", { nonce: "another" }],
  ])("with a token for %s", async (_, wrong) => {
    provider.next(REVIEWER, (claims) => ({ ...claims, ...wrong }));
    expect(await signInByProvider()).toMatchObject({ member: undefined, path: "/sign-in", error: expect.any(String) });
  });

  it("for another address whose lower-case letters are those of a member", async () => {
    const { pool } = gateway.gateway.database;
    await pool.query(
      "insert into members (id, name, email, person_address, email_verified) select $1, $1, $2, $2, true",
      ["kate", "kate@example.com"],
    );
    // The first letter is the Kelvin sign, U+212A.
    for (const [email, id] of [
      ["\u212Aate@example.com", undefined],
      ["Kate@example.com", "kate"],
    ]) {
      provider.next({ sub: "8", email, email_verified: true });
      expect((await signInByProvider()).member?.id).toBe(id);
    }
  });

  it("for another account with the address of a linked member", async () => {
    provider.next({ sub: "77", email: "researcher@example.com", email_verified: true });
    const { member } = await signInByProvider();
    expect(member?.role).toBe("researcher");
    provider.next({ sub: "78", email: "researcher@example.com", email_verified: true });
    expect(await signInByProvider()).toMatchObject({ member: undefined, error: "other_account_linked" });
    // The account identifies the member, whatever its address becomes.
    for (const change of [{ email: "admin@example.com" }, { email: "new@example.com" }, { email_verified: false }]) {
      provider.next({ sub: "77", email: "researcher@example.com", email_verified: true, ...change });
      expect((await signInByProvider()).member?.id).toBe(member?.id);
    }
  });

  it("in a browser that did not start the sign-in, or with a used callback URL", async () => {
    provider.next(REVIEWER);
    const begun = await begin(gateway);
    const { headers } = await fetch((await begun.json()).url, { redirect: "manual" });
    const back = headers.get("location") ?? "";
    const stolen = await answerAuth(gateway.gateway, new Request(back));
    expect(await findMember(gateway.gateway, new Headers({ cookie: cookiesOf(stolen) }))).toBe(undefined);
    const whole = await signInByProvider();
    const again = await answerAuth(gateway.gateway, new Request(whole.back, { headers: { cookie: whole.cookie } }));
    expect(again.headers.get("location")).toContain("error=");
  });

  it("without an ID token, although the provider's user info names a member", async () => {
    provider.next(REVIEWER, () => undefined);
    expect(await signInByProvider()).toMatchObject({ member: undefined, path: "/sign-in", error: expect.any(String) });
  });

  it.each([
    ["a provider's token that is posted directly, without the redirect flow", { idToken: { token: "a.b.c" } }],
    ["a page for errors that the caller chooses", { errorCallbackURL: "/..//example.com" }],
  ])("with %s", async (_, body) => {
    expect((await begin(gateway, body)).status).toBe(400);
  });

  it("with a token whose signature is forged", async () => {
    const forger = await startProvider();
    const fooled = await start(forger);
    forger.next(REVIEWER);
    expect((await signInByProvider(fooled)).member?.role).toBe("reviewer");
    forger.forgeSignatures();
    expect(await signInByProvider(fooled)).toMatchObject({ member: undefined, path: "/sign-in" });
  });
});

it("a code of another provider, which sent the browser back to this one, signs in nobody", async () => {
  const other = await startProvider();
  for (const sent of [provider, other]) {
    sent.next(REVIEWER);
    const begun = await begin(gateway);
    const { url } = await begun.json();
    const { headers } = await fetch(url.replace(provider.issuer, other.issuer), { redirect: "manual" });
    const back = new URL(headers.get("location") ?? "");
    back.searchParams.set("iss", sent.issuer);
    const error = sent === other ? "issuer_mismatch" : "invalid_code";
    expect(await comeBack(gateway, back.href, cookiesOf(begun))).toMatchObject({ member: undefined, error });
  }
});

it("a provider that names another issuer than OIDC_ISSUER is not used", async () => {
  const named = await listen(
    (request, response) =>
      void fetch(provider.issuer + request.url).then(async (answer) => {
        response.end(await answer.text());
      }),
  );
  const misled = await start({ issuer: named.origin });
  expect((await begin(misled)).status).toBe(404);
});

describe("a provider whose metadata is redirected to another host", () => {
  it("is not used, because the other host would name the keys and receive the secret", async () => {
    const redirecting = await listen((request, response) =>
      response.writeHead(302, { location: `${provider.issuer}${request.url}` }).end(),
    );
    const misled = await start({ issuer: redirecting.origin });
    expect((await begin(misled)).status).toBe(404);
  });
});

describe("an unavailable provider", () => {
  it("does not block password sign-in, and can be used as soon as it is available again", async () => {
    const late = await startProvider();
    late.fail(true);
    const patient = await start(late);
    expect((await begin(patient)).status).toBe(404);
    const { email } = readFirstRun(patient.dataDir)?.accounts.admin ?? { email: "" };
    expect((await signInAs(patient, "admin")).memberId).toEqual(expect.any(String));
    late.fail(false);
    late.next({ sub: "1", email, email_verified: true });
    expect((await signInByProvider(patient)).member?.role).toBe("admin");
  });
});
