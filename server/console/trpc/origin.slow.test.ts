import { describe, expect, it } from "vitest";
import { answerAuth } from "#server/console/auth/answer-auth.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { fetchProcedure } from "#test/console-session.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";

const { gateway, researcher } = await signInRoles();

describe("a request from a page of another site with the session cookie", () => {
  it.each([{}, { origin: "http://evil.example" }, { origin: "null" }])("changes nothing: %j", async (headers) => {
    const input = { request: readExample("binary") };
    const { cookie } = researcher;
    const reply = await fetchProcedure(gateway, "submissions.submit", input, { cookie, ...headers });
    expect(reply.status).toBe(403);
    const { submissions } = await researcher.call.submissions.list({ authorId: researcher.memberId });
    expect(submissions.filter(({ origin }) => origin === "console")).toEqual([]);
  });

  it("cannot sign anybody in or out", async () => {
    const account = readFirstRun(gateway.dataDir)?.accounts.admin;
    for (const [path, body] of [
      ["sign-in/email", account],
      ["sign-out", {}],
    ] as const) {
      const headers = { "content-type": "application/json", cookie: researcher.cookie, origin: "http://evil.example" };
      const url = `http://localhost:3000/api/auth/${path}`;
      const response = await answerAuth(
        gateway.gateway,
        new Request(url, { method: "POST", headers, body: JSON.stringify(body) }),
      );
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect((await researcher.fetch("reviews.queue", {})).status).toBe(200);
  });
});

describe("a response of the console API", () => {
  it("is never cached", async () => {
    for (const { headers } of [
      await researcher.fetch("reviews.queue", {}),
      await researcher.fetch("submissions.validate", {}),
    ]) {
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});
