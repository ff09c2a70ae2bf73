import { beforeAll, describe, expect, it } from "vitest";
import { signIn, signInAs } from "#test/console-session.ts";
import { createDatabase, TEST_DATABASE_URL } from "#test/create-database.ts";
import { linkToken, redeem } from "#test/redeem-link.ts";
import { makeFolder, runScript } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { hasAdmin, makePassword } from "./accounts.ts";
import { inviteFirstAdmin } from "./invitations.ts";

async function runSetUp(environment: Record<string, string>, ...args: string[]) {
  const result = await runScript("setup", environment, ...args);
  return { ...result, link: /http\S+\/join\/\S+/.exec(result.output)?.[0] };
}

let shared: TestGateway;

beforeAll(async () => {
  shared = await startGateway();
});

describe("the setup", () => {
  it("lets the first administrator join by a link with an address of their choice", async () => {
    const gateway = await startGateway();
    await gateway.gateway.database.pool.query("update members set disabled_at = now()");
    const link = (await inviteFirstAdmin(gateway.gateway, false))?.link ?? "";
    const account = { email: "First.Admin@Example.org", password: makePassword() };
    const body = { token: linkToken(link), name: "First", ...account };
    for (const email of [undefined, "", "nobody"]) {
      expect((await redeem(gateway, { ...body, email })).status).toBe(400);
    }
    expect(await redeem(gateway, body)).toMatchObject({ status: 200, body: { email: "first.admin@example.org" } });
    const { call } = await signIn(gateway, account);
    const { members } = await call.members.list();
    expect(members.find(({ disabledAt }) => disabledAt === null)).toMatchObject({ name: "First", role: "admin" });
    expect(await inviteFirstAdmin(gateway.gateway, false)).toBeUndefined();
  });

  it("creates no link if an administrator is enabled, unless another is requested; a new link revokes the old one", async () => {
    const gateway = shared;
    expect(await hasAdmin(gateway.gateway.database.orm)).toBe(true);
    expect(await inviteFirstAdmin(gateway.gateway, false)).toBeUndefined();
    const first = (await inviteFirstAdmin(gateway.gateway, true))?.link ?? "";
    const second = (await inviteFirstAdmin(gateway.gateway, true))?.link ?? "";
    const body = { name: "Another", email: "another@example.org", password: makePassword() };
    expect((await redeem(gateway, { ...body, token: linkToken(first) })).status).toBe(404);
    expect((await redeem(gateway, { ...body, token: linkToken(second) })).status).toBe(200);
    const { events } = await (await signInAs(gateway, "admin")).call.audit.list({ kind: "member.invited" });
    expect(events[0]?.event).toMatchObject({ role: "admin", email: "", actor: { type: "system", id: "setup" } });
  });

  it("refuses the address of an existing member without using up the link", async () => {
    const gateway = shared;
    const token = linkToken((await inviteFirstAdmin(gateway.gateway, true))?.link ?? "");
    const body = { token, name: "Another", password: makePassword() };
    expect((await redeem(gateway, { ...body, email: "admin@example.com" })).status).toBe(409);
    expect((await redeem(gateway, { ...body, email: "other@example.com" })).status).toBe(200);
  });
});

describe("npm run setup", () => {
  it("reports the process that uses the embedded database, and creates no link if there is an administrator", async () => {
    const dataDir = await copySeededFolder();
    const gateway = await startGateway({ DATA_DIR: dataDir });
    const busy = await runSetUp({ DATA_DIR: dataDir });
    await gateway.stop();
    expect(busy).toMatchObject({ code: 2, output: expect.stringContaining(`in use by process ${process.pid}`) });
    expect(await runSetUp({ DATA_DIR: dataDir })).toMatchObject({ code: 1, link: undefined });
    expect(await runSetUp({ DATA_DIR: dataDir }, "--another")).toMatchObject({ code: 0, link: expect.any(String) });
  });

  it.skipIf(TEST_DATABASE_URL === undefined)(
    "makes the first link of a production deployment on PostgreSQL (skipped without TEST_DATABASE_URL)",
    async () => {
      const database = await createDatabase();
      const production = {
        ...{ NODE_ENV: "production", DATABASE_URL: database.url, AUTH_SECRET: "x".repeat(32) },
        DATA_DIR: makeFolder(),
      };
      const first = await runSetUp({ ...production, CONSOLE_URL: "https://forecasts.example.org/" });
      expect(first).toMatchObject({
        code: 0,
        link: expect.stringMatching(/^https:\/\/forecasts\.example\.org\/join\/\S{43}$/),
      });
      const gateway = await startGateway(production);
      const account = { email: "admin@example.org", password: makePassword() };
      const body = { token: linkToken(first.link ?? ""), name: "Admin", ...account };
      expect((await redeem(gateway, body)).status).toBe(200);
      await signIn(gateway, account);
    },
  );
});
