import { describe, expect, it } from "vitest";
import { memberActor } from "#server/audit/log/event.ts";
import { issueCredential } from "#server/console/credentials/credentials.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { SCIM_TOKEN, setActive } from "#test/ask-scim.ts";
import { signInAs } from "#test/console-session.ts";
import { comeBack, cookiesOf, post } from "#test/open-id-browser.ts";
import { tokenFor } from "#test/permission-table.ts";
import { type Person, startRealProvider, VENDORS } from "#test/real-provider.ts";
import { startGateway } from "#test/start-gateway.ts";
import { findCaller } from "./find-member.ts";
import { createOwnerLookUp } from "./session-owner.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const provider = await startRealProvider(VENDORS.Okta);
let passed = 0;
const pass = (milliseconds: number) => {
  passed += milliseconds;
};
const now = () => new Date(Date.now() + passed);
const running = await startGateway({ ...provider.settings, SCIM_TOKEN }, undefined, { now });
const { gateway } = running;
const findOwner = await createOwnerLookUp(gateway);
const admin = await signInAs(running, "admin");

async function signIn(person: Person) {
  provider.set(person);
  const begun = await post(running, "/api/auth/sign-in/social", { provider: "oidc" });
  const { url } = await begun.json();
  return comeBack(running, await provider.browse(url), cookiesOf(begun));
}

/** Sends a request to the console. Returns whether it is answered. */
async function visit(headers: { cookie: string } | { authorization: string }): Promise<boolean> {
  await findOwner(headers, true);
  return (await findCaller(gateway, new Headers(headers))) !== undefined;
}

let count = 0;

/** Adds an administrator with a session by the provider, a personal token and an API key. */
async function start() {
  const sub = `person-${++count}`;
  const person: Person = { sub, email: `${sub}@example.org`, groups: ["forecast-admins"] };
  const { member, session } = await signIn(person);
  if (member === undefined) throw new Error("the sign-in failed");
  const memberId = member.id;
  const expiresAt = new Date(now().getTime() + 300 * DAY);
  const { authorization } = await tokenFor(running, { memberId }, ["read"], expiresAt);
  const { credentialId, key } = await inTransaction(gateway.database, (transaction) =>
    issueCredential(gateway, transaction, memberActor(member), { name: sub, expiresAt }),
  );
  return {
    ...{ person, memberId, credentialId },
    session: () => visit({ cookie: session }),
    token: () => visit({ authorization }),
    async key() {
      gateway.authenticator.forget();
      const { authenticate } = gateway.authenticator;
      return authenticate(`Bearer ${key}`).then(Boolean, () => false);
    },
    listed: async () => (await admin.call.credentials.list()).find((one) => one.credentialId === credentialId),
  };
}

type Leaver = Awaited<ReturnType<typeof start>>;

/** `minutes`: the member can do nothing after this time, which causes an event. */
type Act = (leaver: Leaver) => unknown;
type Way = readonly [minutes: number, event: object, leave: Act, comeBack: Act];

const { disable, enable } = admin.call.members;
const setBy = (active: boolean) => (leaver: Leaver) => setActive(running, leaver.memberId, active);
const loseGroups = ({ person }: Leaver) => provider.set({ ...person, groups: ["others"] });
const remove = ({ person }: Leaver) => provider.remove(person.sub);
const signInAgain = ({ person }: Leaver) => signIn(person);
const SIGNED_OUT = { kind: "member.signed_out", actor: { id: "openid" } };
const WAYS: Readonly<Record<string, Way>> = {
  "an administrator disables": [0, { kind: "member.disabled" }, disable, enable],
  "the directory deactivates": [0, { kind: "member.disabled", actor: { id: "scim" } }, setBy(false), setBy(true)],
  "loses all groups with a role": [15, { ...SIGNED_OUT, reason: "no_role" }, loseGroups, signInAgain],
  "the provider no longer knows": [15, { ...SIGNED_OUT, reason: "provider_refused" }, remove, signInAgain],
};

describe.each(Object.entries(WAYS))("a leaver: %s", (_, [minutes, event, leave, comeBack]) => {
  it.each([
    ["session", "token"],
    ["token", "session"],
  ] as const)("can do nothing after the stated time, first by %s; the API key goes on", async (...order) => {
    const leaver = await start();
    pass(6 * MINUTE);
    for (const by of order) expect(await leaver[by]()).toBe(true);
    await leave(leaver);
    pass(minutes * MINUTE);
    for (const by of order) expect({ by, isAnswered: await leaver[by]() }).toEqual({ by, isAnswered: false });
    const { events } = await admin.call.audit.list({ kinds: ["member.disabled", "member.signed_out"], limit: 1 });
    expect(events[0]?.event).toMatchObject({ ...event, member_id: leaver.memberId });
    expect(await leaver.key()).toBe(true);
    pass(29 * DAY);
    for (const by of order) expect(await leaver[by]()).toBe(false);
    expect(await leaver.key()).toBe(true);
    const { expiresAt } = (await leaver.listed()) ?? {};
    let owner = "Member of Okta";
    if (order[0] === "session") {
      await comeBack(leaver);
      expect(await leaver.token()).toBe(false);
    } else {
      pass(DAY);
      expect(await leaver.key()).toBe(false);
      await comeBack(leaver);
      expect(await leaver.key()).toBe(false);
      await admin.call.credentials.takeOver(leaver);
      await expect(admin.call.credentials.takeOver(leaver)).rejects.toThrow("does not wait for a new owner");
      owner = "Admin";
    }
    expect(await leaver.listed()).toMatchObject({ owner, handOverBy: null, expiresAt });
    expect(await leaver.key()).toBe(true);
    expect(await admin.call.audit.verify()).toMatchObject({ errors: [] });
  });
});

it("the provider confirms a token without a session; it stops 15 minutes after the last answer, and comes back", async () => {
  const { memberId, token } = await start();
  await gateway.database.pool.query("delete from sessions where user_id = $1", [memberId]);
  const before = provider.refreshes();
  for (let minutes = 0; minutes < 30; minutes++, pass(MINUTE)) expect(await token()).toBe(true);
  const asked = provider.refreshes() - before;
  expect(asked >= 2 && asked <= 6, `asked ${asked} times in 30 minutes`).toBe(true);
  await provider.fail(true);
  pass(5 * MINUTE);
  expect(await token()).toBe(true);
  pass(11 * MINUTE);
  expect(await token()).toBe(false);
  await provider.fail(false);
  pass(MINUTE);
  expect(await token()).toBe(true);
});
