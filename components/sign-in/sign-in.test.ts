import { describe, expect, it } from "vitest";
import { readRefusal } from "./sign-in.ts";

const message = "Too many failed sign-ins.";

describe("refused sign-in", () => {
  it.each([
    ["the gateway", { "retry-after": "900" }, { error: { message } }, { seconds: 900, message }],
    ["the authentication", { "x-retry-after": "20" }, { message: "Too many requests." }, { seconds: 20 }],
    ["a proxy", {}, undefined, { seconds: 60 }],
    ["a proxy with a date", { "retry-after": "Fri, 13 Nov 2026 08:00:00 GMT" }, undefined, { seconds: 60 }],
  ])("returns the wait in seconds when %s limits sign-ins", async (_by, headers, body, expected) => {
    const response = new Response(JSON.stringify(body), { status: 429, headers });
    expect(await readRefusal(response)).toEqual({ ok: false, reason: "limited", ...expected });
  });

  it("distinguishes a disabled account, a wrong password and a failure", async () => {
    const refuse = (status: number, code?: string) => readRefusal(Response.json({ code }, { status }));
    expect(await refuse(403, "MEMBER_DISABLED")).toMatchObject({ reason: "disabled" });
    expect(await refuse(403)).toMatchObject({ reason: "failed" });
    expect(await refuse(401)).toMatchObject({ reason: "wrong" });
    expect(await refuse(503)).toMatchObject({ reason: "failed" });
  });
});
