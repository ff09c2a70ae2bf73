import { expect, it } from "vitest";
import { signInAs } from "#test/console-session.ts";
import { tokenFor } from "#test/permission-table.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { createOwnerLookUp } from "./session-owner.ts";

const gateway = await sharedGateway();
const findOwner = await createOwnerLookUp(gateway.gateway);
const researcher = await signInAs(gateway, "researcher");
const reviewer = await signInAs(gateway, "reviewer");

it("finds the member of a signed session cookie, alone or among others", async () => {
  const { cookie, memberId } = researcher;
  const [name, value = ""] = cookie.split("=");
  const decoded = `${name}=${decodeURIComponent(value)}`;
  for (const cookies of [
    cookie,
    `a=b; ${cookie}`,
    `${cookie};a=b`,
    decoded,
    `${name}="${value}"`,
    `${name}=x.y; ${cookie}`,
  ]) {
    expect((await findOwner({ cookie: cookies }, false))?.memberId, cookies).toBe(memberId);
  }
});

it("finds nobody in missing, forged and changed session cookies", async () => {
  const { cookie } = researcher;
  const [name = "", value = ""] = cookie.split("=");
  const [, signature] = value.split(".");
  for (const cookies of [
    undefined,
    "",
    `${name}=`,
    `${name}=x.y`,
    `${name}=x.${signature}`,
    `${cookie}x`,
    cookie.slice(0, -1),
    cookie.replace(name, `x${name}`),
  ]) {
    expect(await findOwner({ cookie: cookies }, false), String(cookies)).toBeUndefined();
  }
});

it("passes on the session that it has found, and no other", async () => {
  const { cookie, memberId } = researcher;
  expect(await findOwner({ cookie: `a=b; ${cookie}; ${reviewer.cookie}; c=d` }, false)).toEqual({
    memberId,
    cookies: `a=b; ${cookie}; c=d`,
  });
});

it("finds the member of a personal token, and ignores the cookie, at addresses that take tokens", async () => {
  const { memberId, cookie } = researcher;
  const { authorization } = await tokenFor(gateway, reviewer);
  expect(await findOwner({ authorization, cookie }, true)).toEqual({ memberId: reviewer.memberId, cookies: "" });
  expect(await findOwner({ authorization: `${authorization}0`, cookie }, true)).toBeUndefined();
  expect(await findOwner({ authorization: "Bearer", cookie }, true)).toBeUndefined();
  expect((await findOwner({ authorization, cookie }, false))?.memberId).toBe(memberId);
  expect((await findOwner({ authorization: "Basic eDp5", cookie }, true))?.memberId).toBe(memberId);
});
