import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inTransaction } from "#server/db/in-transaction.ts";
import { addSession, openSession } from "#test/console-session.ts";
import { linkToken, redeem } from "#test/redeem-link.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { addMember, makePassword } from "./accounts.ts";
import { inviteFirstAdmin } from "./invitations.ts";
import { findLink } from "./one-time-links.ts";

const { gateway, admin } = await signInRoles();

let count = 0;
const newEmail = () => `member-${++count}@example.org`;
const isOpen = async (link: string) =>
  (await findLink(gateway.gateway.database.orm, { token: linkToken(link) }, new Date())) !== undefined;

/** An administrator with a password, a link for a new password, and an invitation that this administrator created. */
async function memberWithLinks() {
  const account = { email: newEmail(), password: makePassword() };
  const { link } = await admin.call.members.invite({ email: account.email, role: "admin" });
  await redeem(gateway, { token: linkToken(link), name: "Member", password: account.password });
  const { members } = await admin.call.members.list();
  const memberId = members.find(({ email }) => email === account.email)?.memberId ?? "";
  const session = await openSession(gateway, memberId);
  const reset = (await admin.call.members.resetPassword({ memberId })).link;
  const invitation = (await session.call.members.invite({ email: newEmail(), role: "admin" })).link;
  return { ...account, ...session, reset, invitation };
}

type WithLinks = Awaited<ReturnType<typeof memberWithLinks>>;

/** Every way to set the password of a member, by the file that hashes the password. */
const CHANGES: Record<string, (member: WithLinks) => Promise<unknown>> = {
  "server/console/members/own-account.ts": ({ call, password }) =>
    call.members.changePassword({ current: password, next: makePassword() }),
  "server/console/members/invitations.ts": ({ reset }) =>
    redeem(gateway, { token: linkToken(reset), password: makePassword() }),
};

/** Every way to add a member with a password, by the file that hashes the password. */
const ADDITIONS: Record<string, (email: string) => Promise<unknown>> = {
  "server/console/members/invitations.ts": async (email) => {
    const made = await inviteFirstAdmin(gateway.gateway, true);
    await redeem(gateway, { token: linkToken(made?.link ?? ""), name: "Member", password: makePassword(), email });
  },
  "server/console/members/accounts.ts": (email) =>
    inTransaction(gateway.gateway.database, (transaction) => {
      const actor = { type: "system", id: "test" } as const;
      const member = { name: "Member", email, role: "researcher", password: makePassword() } as const;
      return addMember(gateway.gateway, transaction, actor, member);
    }),
};

/** Changes of a member that end the open links, although they set no password. */
const OTHERS: Record<string, (member: WithLinks) => Promise<unknown>> = {
  "a new role": ({ memberId }) => admin.call.members.setRole({ memberId, role: "researcher" }),
  "a disabled account": ({ memberId }) => admin.call.members.disable({ memberId }),
};

describe("the open links for a member, and those that the member created, end with", () => {
  it.each(Object.entries({ ...CHANGES, ...OTHERS }))("%s", async (_, change) => {
    const member = await memberWithLinks();
    expect(await Promise.all([member.reset, member.invitation].map(isOpen))).toEqual([true, true]);
    await change(member);
    expect(await Promise.all([member.reset, member.invitation].map(isOpen))).toEqual([false, false]);
  });

  it.each(Object.entries(ADDITIONS))("%s, for a person who joins", async (_, join) => {
    const email = newEmail();
    const { link } = await admin.call.members.invite({ email, role: "researcher" });
    await join(email);
    expect(await isOpen(link)).toBe(false);
    const { invitations } = await admin.call.members.list();
    expect(invitations.map((invitation) => invitation.email)).not.toContain(email);
  });
});

describe("the links of others, and links after ended sessions", () => {
  it("stay open", async () => {
    const { call, password, reset, invitation } = await memberWithLinks();
    const other = await addSession(gateway, "admin");
    const { link } = await other.call.members.invite({ email: newEmail(), role: "researcher" });
    await call.members.endSessions({});
    expect(await Promise.all([reset, invitation].map(isOpen))).toEqual([true, true]);
    await call.members.changePassword({ current: password, next: makePassword() });
    expect(await isOpen(link)).toBe(true);
  });
});

describe("the source", () => {
  const files = ["server", "scripts", "app"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const sources = files.filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const matching = (pattern: RegExp) => sources.filter((name) => pattern.test(readFileSync(name, "utf8"))).sort();

  it("hashes passwords only in the files that this test lists", () => {
    expect(matching(/\bhashPassword\(/)).toEqual([...new Set(Object.keys({ ...CHANGES, ...ADDITIONS }))].sort());
  });

  it("writes passwords in one file", () => {
    expect(matching(/\.(insert|update)\(accounts\)[^;]*password/s)).toEqual(["server/console/members/accounts.ts"]);
  });
});
