import { beforeAll, expect, it } from "vitest";
import { signInAs } from "#test/console-session.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { createSessionCookieCheck } from "./session-cookie.ts";

let isSigned: (cookies: string | undefined) => boolean;
let cookie: string;

beforeAll(async () => {
  const gateway = await sharedGateway();
  isSigned = await createSessionCookieCheck(gateway.gateway.auth);
  ({ cookie } = await signInAs(gateway, "researcher"));
});

it("accepts a signed session cookie, alone or among others", () => {
  const [name, value = ""] = cookie.split("=");
  const decoded = `${name}=${decodeURIComponent(value)}`;
  for (const cookies of [cookie, `a=b; ${cookie}`, `${cookie};a=b`, decoded, `${name}="${value}"`]) {
    expect(isSigned(cookies)).toBe(true);
  }
});

it("rejects missing, forged and changed session cookies", () => {
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
    expect(isSigned(cookies), cookies).toBe(false);
  }
});
