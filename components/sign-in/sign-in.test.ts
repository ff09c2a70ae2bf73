import { describe, expect, it } from "vitest";
import { readRefusal } from "./sign-in.ts";

const message = "Too many failed sign-ins.";

describe("refused sign-in", () => {
  it.each([
    ["the gateway", { "retry-after": "900" }, { error: { message } }, `${message} Try again in 900 seconds.`],
    ["the authentication", { "x-retry-after": "20" }, { message: "Too many requests." }, "Try again in 20 seconds."],
    ["a proxy", {}, undefined, "Try again in 60 seconds."],
    ["a proxy with a date", { "retry-after": "Fri, 13 Nov 2026 08:00:00 GMT" }, undefined, "Try again in 60 seconds."],
  ])("says the wait in seconds when %s limits sign-ins", async (_by, headers, body, text) => {
    const response = new Response(JSON.stringify(body), { status: 429, headers });
    expect(await readRefusal(response)).toEqual({ title: "Too many sign-in attempts", text });
  });

  it("distinguishes a disabled account, a wrong password and a failure", async () => {
    const refuse = async (status: number, code?: string) =>
      (await readRefusal(Response.json({ code }, { status }))).title;
    expect(await refuse(403, "MEMBER_DISABLED")).toBe("Your account is disabled");
    expect(await refuse(403)).toBe("The sign-in failed");
    expect(await refuse(401)).toBe("The e-mail address or the password is wrong");
    expect(await refuse(503)).toBe("The sign-in failed");
  });
});
