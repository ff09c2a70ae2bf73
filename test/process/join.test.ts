import { expect, it } from "vitest";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { linkToken } from "#test/redeem-link.ts";
import { runScript, startMain } from "#test/run-process.ts";

const account = { email: "first@example.org", password: "four words of nobody" };

it("the setup link works once, and its token appears in no referrer, cache or log line", async () => {
  const dataDir = await copyEmptyDatabase();
  const { code, output } = await runScript("setup", { DATA_DIR: dataDir });
  expect(code, output).toBe(0);
  const token = linkToken(/http\S+/.exec(output)?.[0] ?? "");
  const server = await startMain(dataDir, { LOG_LEVEL: "trace" });
  const origin = `http://localhost:${server.port}`;
  const open = async () => {
    const response = await fetch(`${origin}/join/${token}`);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toContain("no-store");
    return response.text();
  };
  const redeem = async (body: object) => {
    const headers = { "content-type": "application/json", origin };
    const sent = JSON.stringify({ token, name: "First", ...body });
    return (await fetch(`${origin}/api/join`, { method: "POST", headers, body: sent })).status;
  };

  // Opening the page does not use up the link, because link previews in chats also open it.
  for (let times = 0; times < 3; times++) expect(await open()).toContain("Join the forecasting gateway");
  expect(await redeem({ ...account, password: "too short" })).toBe(400);
  expect(await redeem(account)).toBe(200);
  expect(await redeem(account)).toBe(404);
  expect(await open()).toContain("This link does not work");
  await server.end();
  expect(server.output()).toContain("is ready.");
  for (const secret of [token, account.password]) expect(server.output()).not.toContain(secret);
});
