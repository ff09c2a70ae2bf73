import { expect, it } from "vitest";
import { askScim, SCIM_TOKEN, setActive } from "#test/ask-scim.ts";
import { addSession, signInAs } from "#test/console-session.ts";
import { startGateway } from "#test/start-gateway.ts";
import { admitIdentity } from "./admit-identity.ts";

const gateway = await startGateway({ SCIM_TOKEN, SCIM_CLAIM: "oid", OIDC_TRUSTED_ADDRESS: "email" });
const admin = await signInAs(gateway, "admin");
const ask = (method: Parameters<typeof askScim>[1], path: string, body?: object) =>
  askScim(gateway, method, path, body);
const find = async (filter: string) => (await ask("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body;

let count = 0;
async function add(more: object = {}) {
  const userName = `Person${++count}@Example.org`;
  const { status, body } = await ask("POST", "/Users", { userName, displayName: "Ada Lovelace", ...more });
  expect(status).toBe(201);
  return { ...body, sent: userName };
}

it("is not found without SCIM_TOKEN, and refuses every other token", async () => {
  const off = await startGateway();
  for (const [method, path] of Object.entries({ GET: "/Users", POST: "/Users", PATCH: "/Users/x" })) {
    expect((await askScim(off, method as "GET", path)).status).toBe(404);
    for (const token of ["", `${SCIM_TOKEN}x`, gateway.key])
      expect((await askScim(gateway, method as "GET", path, undefined, token)).status).toBe(401);
  }
});

it("adds a researcher without a password, and finds the member by id, by filters and in pages", async () => {
  const { id, sent } = await add({ externalId: "o-1", name: { givenName: "Ada" }, emails: [{ value: "x@y.org" }] });
  const user = { id, userName: sent.toLowerCase(), externalId: "o-1", displayName: "Ada Lovelace", active: true };
  const location = `http://localhost:3000/api/auth/scim/v2/Users/${id}`;
  expect((await ask("GET", `/Users/${id}`)).body).toMatchObject({ ...user, meta: { location } });
  for (const filter of [`userName eq "${sent}"`, 'externalid Eq "o-1"'])
    expect(await find(filter)).toMatchObject({ totalResults: 1, Resources: [user] });
  expect(await find('userName eq "nobody"')).toMatchObject({ totalResults: 0, Resources: [] });
  const { members } = await admin.call.members.list();
  expect(members.find(({ memberId }) => memberId === id)).toMatchObject({ role: "researcher", disabledAt: null });
  expect(await ask("POST", "/Users", { userName: sent })).toMatchObject({
    status: 409,
    body: { scimType: "uniqueness" },
  });

  const { totalResults } = (await ask("GET", "/Users?count=0")).body;
  const ids: string[] = [];
  for (let startIndex = 1; startIndex <= totalResults; startIndex += 2) {
    const { body } = await ask("GET", `/Users?startIndex=${startIndex}&count=2`);
    expect(body).toMatchObject({ startIndex, itemsPerPage: body.Resources.length, totalResults });
    ids.push(...body.Resources.map((one: { id: string }) => one.id));
  }
  expect(new Set(ids).size).toBe(totalResults);
});

it.each<[string, (active: boolean) => object]>([
  ["Entra ID", (active) => ({ op: "Replace", path: "active", value: active ? "True" : "False" })],
  ["Entra ID without a path", (active) => ({ op: "Add", value: { active: `${active}`, "name.familyName": "King" } })],
  ["Okta", (active) => ({ op: "replace", value: { active } })],
  ["RFC 7644", (value) => ({ op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:Active", value })],
])("deactivates and activates as %s asks; each is one event of the directory", async (_, operation) => {
  const { id, sent } = await add();
  for (const active of [false, false, true, true]) {
    const patched = await ask("PATCH", `/Users/${id}`, { Operations: [operation(active)] });
    expect(patched).toMatchObject({ status: 200, body: { active } });
    expect((await find(`userName eq "${sent}"`)).Resources).toMatchObject([{ id, active }]);
  }
  const { events } = await admin.call.audit.list({
    kinds: ["member.added", "member.disabled", "member.enabled"],
    limit: 3,
  });
  expect(events.map(({ event }) => event)).toMatchObject(
    ["member.enabled", "member.disabled", "member.added"].map((kind) => ({
      kind,
      member_id: id,
      actor: { id: "scim" },
    })),
  );
});

it("replaces name and external id but not the address, and deactivates a deleted user", async () => {
  const { id, userName } = await add();
  const name = { givenName: "Grace", familyName: "Hopper" };
  const changed = { userName: "other@example.org", name, externalId: "o-2", active: true };
  const user = { id, userName, displayName: "Grace Hopper", externalId: "o-2" };
  expect((await ask("PUT", `/Users/${id}`, changed)).body).toMatchObject({ ...user, active: true });
  for (let n = 0; n < 2; n++) expect((await ask("DELETE", `/Users/${id}`)).status).toBe(204);
  expect((await ask("GET", `/Users/${id}`)).body).toMatchObject({ ...user, active: false });
  expect((await ask("PUT", `/Users/${id}`, changed)).body).toMatchObject({ active: true });
});

it("does not undo what an administrator did", async () => {
  const { memberId } = await addSession(gateway, "admin");
  await admin.call.members.disable({ memberId });
  for (const active of [false, true]) expect((await setActive(gateway, memberId, active)).body.active).toBe(false);
  await admin.call.members.enable({ memberId });
  for (const active of [false, true]) expect((await setActive(gateway, memberId, active)).body.active).toBe(active);
});

it("finds a member who signed in before by the external id, which no other member can have", async () => {
  const [first, second] = [await addSession(gateway, "researcher"), await addSession(gateway, "researcher")];
  const admit = ({ memberId }: typeof first, sub: string) =>
    admitIdentity(gateway.gateway, { iss: "https://id", sub, oid: "o-3", email: `${memberId}@example.com` });
  await admit(first, "pairwise");
  expect((await add({ externalId: "o-3" })).id).toBe(first.memberId);
  await expect(admit(second, "another")).rejects.toMatchObject({ body: { code: "account_linked" } });
  expect((await ask("PUT", `/Users/${second.memberId}`, { externalId: "o-3" })).status).toBe(409);
});

it("states what it supports, and refuses everything else with a SCIM error, without a change", async () => {
  expect((await ask("GET", "/ServiceProviderConfig")).body).toMatchObject({ patch: { supported: true } });
  const { id } = await add();
  const patch = (operation: object) => ["PATCH", `/Users/${id}`, { Operations: [operation] }, 400] as const;
  for (const [method, path, body, status] of [
    ["POST", "/Users", { userName: "no address" }, 400],
    ["POST", "/Users", [], 400],
    ["PUT", "/Users/x", { displayName: "Ada" }, 404],
    ["GET", "/Users/%00", undefined, 404],
    ["GET", `/Users?filter=${encodeURIComponent('userName eq "a" or active eq true')}`, undefined, 400],
    ["PATCH", `/Users/${id}`, {}, 400],
    patch({ op: "replace", value: "False" }),
    patch({ op: "replace", path: "active", value: "perhaps" }),
  ] as const) {
    const error = { status, body: { status: `${status}`, detail: expect.any(String) } };
    expect(await ask(method, path, body), path).toMatchObject(error);
  }
  expect((await ask("GET", `/Users/${id}`)).body.active).toBe(true);
});
