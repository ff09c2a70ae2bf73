import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { ROLES } from "#lib/domain/members.ts";
import { signIn } from "#test/console-client.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { makeLogKey } from "#test/log-key.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder, type ServerProcess, startMain } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";
import { firstRunOf } from "#test/start-seeded.ts";

const example = JSON.stringify(readExample("binary"));

describeUnless([withoutPostgres], "gateways on the same PostgreSQL database", () => {
  let database: TestDatabase;
  let folders: string[];
  let keyFile: string;

  beforeEach(async () => {
    database = await createDatabase();
    folders = [makeFolder(), makeFolder()];
    keyFile = makeLogKey();
  });

  async function start(
    dataDirs: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<ServerProcess[]> {
    const settings = { DATABASE_URL: database.url, LOG_KEY_FILE: keyFile, ...environment };
    return Promise.all(dataDirs.map((dataDir) => startMain(dataDir, settings)));
  }

  async function count(what: string): Promise<number> {
    const opened = await openFolder(folders[0] ?? "", database.url);
    const { rows } = await opened.pool.query<{ count: string }>(`select count(*) from ${what}`);
    return Number(rows[0]?.count);
  }

  it("that start at the same time create the schema and seed the database once, and both answer", async () => {
    const started = await start(folders);
    const seeded = folders.filter((folder) => existsSync(join(folder, "first-run.json")));
    expect(seeded).toHaveLength(1);
    const key = firstRunOf(seeded[0] ?? "").api_key;
    for (const { url } of started) {
      const headers = { authorization: `Bearer ${key}` };
      const [answer, ready] = await Promise.all([
        fetch(`${url}/v1/predict`, { method: "POST", headers, body: example }),
        fetch(`${url}/health/ready`),
      ]);
      expect(answer.status).toBe(200);
      expect(await ready.json()).toMatchObject({ ready: true, durability: "power" });
    }
    expect(await count("schema_migrations")).toBe(readdirSync("server/db/migrations").length);
    expect(await count("members")).toBe(ROLES.length);
    expect(await count("credentials")).toBe(1);
    expect(await count("events where kind = 'prediction.answered'")).toBe(2);
  });

  it("that also share a data folder use the same keys", async () => {
    const [folder = ""] = folders;
    const started = await start([folder, folder, folder], { LOG_KEY_FILE: join(folder, "log-key.pem") });
    const { accounts } = firstRunOf(folder);
    const sessions = await Promise.all(started.map(({ url }) => signIn(url, accounts.admin)));
    for (const { url } of started) {
      for (const session of sessions) expect(await session.at(url).query("audit.verify")).toMatchObject({ ok: true });
    }
    for (const server of started) expect((await server.end()).code, server.output()).toBe(0);
  });

  it("seed nothing in production", async () => {
    const production = { NODE_ENV: "production", AUTH_SECRET: "s".repeat(32) };
    const [server] = await start(folders.slice(0, 1), production);
    expect((await fetch(`${server?.url}/health/ready`)).status).toBe(200);
    expect(existsSync(join(folders[0] ?? "", "first-run.json"))).toBe(false);
    expect(server?.output()).not.toContain("@example.com");
    for (const table of ["members", "credentials", "bindings", "approvals"]) expect(await count(table)).toBe(0);
    expect(await count("events where kind <> 'log.key_added'")).toBe(0);
  });
});
