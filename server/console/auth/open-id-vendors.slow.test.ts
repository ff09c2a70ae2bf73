import { describe, expect, it, vi } from "vitest";
import { cleanUp } from "#test/clean-up.ts";
import { comeBack, cookiesOf, post } from "#test/open-id-browser.ts";
import { type Person, type RealProvider, startRealProvider, VENDORS } from "#test/real-provider.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { findMember } from "./find-member.ts";
import { createOwnerLookUp } from "./session-owner.ts";

const MINUTE = 60_000;

/** A gateway that only the provider's members can enter, with a clock that the test moves. */
async function start(vendor: (typeof VENDORS)[keyof typeof VENDORS], settings: Readonly<Record<string, string>> = {}) {
  const provider = await startRealProvider(vendor);
  let passed = 0;
  const gateway = await startGateway({ SIGN_IN: "openid", ...provider.settings, ...settings }, undefined, {
    now: () => new Date(Date.now() + passed),
  });
  const renew = await createOwnerLookUp(gateway.gateway);
  return {
    provider,
    gateway,
    /** Uses a session after some minutes. Returns its member. */
    async visitAfter(minutes: number, session: string) {
      passed += minutes * MINUTE;
      await renew({ cookie: session }, false);
      return findMember(gateway.gateway, new Headers({ cookie: session }));
    },
    signIn: () => signIn(gateway, provider),
  };
}

async function signIn(gateway: TestGateway, provider: RealProvider, path = "/api/auth/sign-in/social", body = {}) {
  const begun = await post(gateway, path, { provider: "oidc", callbackURL: "/forecasts", ...body });
  const { url } = await begun.json();
  return comeBack(gateway, await provider.browse(url), cookiesOf(begun));
}

/** Kinds of the events about members since the last call, with their role or reason. */
function watchEvents({ gateway }: TestGateway) {
  let last = "0";
  return async () => {
    const { rows } = await gateway.database.pool.query(
      `select seq, kind, convert_from(body, 'UTF8')::json as event from events
       where seq > $1 and kind like 'member.%' order by seq`,
      [last],
    );
    last = rows.at(-1)?.seq ?? last;
    return rows.map(({ kind, event }) => [kind, event.role ?? event.reason].filter(Boolean).join(" "));
  };
}

const ADA: Person = { sub: "ada", email: "ada@example.org", groups: ["everyone", "forecast-reviewers"] };

describe.each(Object.entries(VENDORS))("a member of %s", (_, vendor) => {
  it("joins at the first sign-in with the highest role of the groups, and gets the role of changed groups", async () => {
    const { provider, gateway, signIn: enter, visitAfter } = await start(vendor);
    const events = watchEvents(gateway);
    await events();
    provider.set(ADA);
    const first = await enter();
    expect(first).toMatchObject({ path: "/forecasts", error: null });
    expect(first.member).toMatchObject({ email: "ada@example.org", role: "reviewer" });
    expect(await events()).toEqual(["member.added reviewer", "member.linked"]);

    provider.set({ ...ADA, groups: ["forecast-reviewers", "forecast-admins"], email: "ada.new@example.org" });
    expect((await visitAfter(4, first.session))?.role).toBe("reviewer");
    expect(await visitAfter(2, first.session)).toMatchObject({ role: "admin", email: "ada@example.org" });
    expect(await events()).toEqual(["member.role_changed admin"]);

    provider.rotateKeys();
    // Unknown keys are looked up at most every 30 seconds.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
    cleanUp(() => vi.useRealTimers());
    const again = await enter();
    expect(again.member?.id).toBe(first.member?.id);
    expect(await events()).toEqual([]);
  });

  it("stays signed in while the provider confirms, also after a pause and over many renewals", async () => {
    const { provider, signIn: enter, visitAfter } = await start(vendor);
    provider.set(ADA);
    const { session } = await enter();
    for (const minutes of [6, 6, 14, 600, 6]) expect((await visitAfter(minutes, session))?.role).toBe("reviewer");
  });

  it("is signed out after 15 minutes without an answer, and is back when the provider is", async () => {
    const { provider, gateway, signIn: enter, visitAfter } = await start(vendor);
    provider.set(ADA);
    const { session } = await enter();
    const events = watchEvents(gateway);
    await events();
    await provider.fail(true);
    expect((await visitAfter(10, session))?.role).toBe("reviewer");
    expect(await visitAfter(6, session)).toBeUndefined();
    await provider.fail(false);
    expect((await visitAfter(1, session))?.role).toBe("reviewer");
    expect(await events()).toEqual([]);
  });
});

describe("Entra ID", () => {
  it("is refused with a link instead of more than 200 groups, which are not read as no groups", async () => {
    const { provider, gateway, signIn: enter, visitAfter } = await start(VENDORS.Entra);
    const many = Array.from({ length: 201 }, (_, index) => `group-${index}`);
    provider.set({ ...ADA, groups: many });
    expect(await enter()).toMatchObject({ member: undefined, path: "/sign-in", error: "roles_overage" });
    provider.set(ADA);
    const { session } = await enter();
    const events = watchEvents(gateway);
    await events();
    provider.set({ ...ADA, groups: [...many, ...ADA.groups] });
    expect(await visitAfter(6, session)).toBeUndefined();
    expect(await events()).toEqual(["member.signed_out roles_overage"]);
  });

  it("is refused at the first sign-in with the name of the claim that is missing, until a claim is trusted", async () => {
    const { provider, signIn: enter } = await start(VENDORS.Entra, { OIDC_TRUSTED_ADDRESS: "email_verified" });
    provider.set(ADA);
    expect(await enter()).toMatchObject({ member: undefined, error: "no_address" });
  });
});

it("signs in nobody by the e-mail address of a linked member", async () => {
  const { provider, signIn: enter } = await start(VENDORS.Okta);
  provider.set(ADA);
  await enter();
  provider.set({ ...ADA, sub: "another person with this address" });
  expect(await enter()).toMatchObject({ member: undefined, error: "other_account_linked" });
});

it("requests of a member at the same time, also in several processes, use a refresh token once", async () => {
  const { provider, gateway, signIn: enter, visitAfter } = await start(VENDORS.Keycloak);
  provider.set(ADA);
  const { session } = await enter();
  const other = await createOwnerLookUp(gateway.gateway);
  const before = provider.refreshes();
  const [, member] = await Promise.all([
    other({ cookie: session }, false),
    visitAfter(6, session),
    other({ cookie: session }, false),
    visitAfter(0, session),
  ]);
  expect(member?.role).toBe("reviewer");
  expect(provider.refreshes() - before).toBe(1);
});

it("a session without a refresh token ends 15 minutes after the sign-in", async () => {
  const { provider, gateway, signIn: enter, visitAfter } = await start(VENDORS.Keycloak);
  provider.set(ADA);
  const { session } = await enter();
  await gateway.gateway.database.pool.query("update accounts set refresh_token = null");
  expect((await visitAfter(14, session))?.role).toBe("reviewer");
  expect(await visitAfter(2, session)).toBeUndefined();
  expect((await enter()).member?.role).toBe("reviewer");
});

it("a refresh token is never sent to another provider than the one that issued it", async () => {
  const { provider, gateway, signIn: enter, visitAfter } = await start(VENDORS.Keycloak);
  provider.set(ADA);
  const { session } = await enter();
  await gateway.gateway.database.pool.query(
    "update accounts set account_id = 'https://former.example ada' where provider_id = 'oidc'",
  );
  expect(await visitAfter(16, session)).toBeUndefined();
  expect(provider.refreshes()).toBe(0);
});
