import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { responseSchema } from "#lib/contract/response.ts";
import { ROLES } from "#lib/domain/members.ts";
import { signIn } from "#test/console-client.ts";
import { makeFolder, startMain } from "#test/run-process.ts";
import { firstRunOf } from "#test/start-seeded.ts";

const dataDir = makeFolder();
const file = join(dataDir, "first-run.json");
let server = await startMain(dataDir);
const firstRun = firstRunOf(dataDir);

it("first-run.json is readable only by its owner and has the documented members", () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const account = (role: string) => ({ email: `${role}@example.com`, password: expect.stringMatching(/^[\w-]{24}$/) });
  expect(firstRun).toStrictEqual({
    console_url: `http://localhost:${server.port}`,
    api_key: expect.stringMatching(/^dmk_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/),
    accounts: Object.fromEntries(ROLES.map((role) => [role, account(role)])),
  });
  expect(new Set(Object.values(firstRun.accounts).map(({ password }) => password)).size).toBe(ROLES.length);
});

it("no file in the data folder is accessible to other users", () => {
  for (const folder of [dataDir, join(dataDir, "database")]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of ["log-key.pem", "auth-secret"]) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
});

it("the printed curl command works without changes", async () => {
  const line = /^ +(curl .+)$/m.exec(server.output())?.[1];
  if (line === undefined) throw new Error(`no curl line in ${server.output()}`);
  const { stdout } = await promisify(execFile)("sh", ["-c", line]);
  expect(responseSchema.parse(JSON.parse(stdout)).result.choice).toBeDefined();
});

it.each(ROLES)("the %s can sign in at the URL in first-run.json", async (role) => {
  const client = await signIn(firstRun.console_url, firstRun.accounts[role]);
  expect(await client.query("audit.list", { limit: 1 })).toHaveProperty("events");
});

it("a second start creates nothing, and prints the file with the passwords and the API key, but not their values", async () => {
  const before = readFileSync(file, "utf8");
  const secrets = [firstRun.api_key, ...Object.values(firstRun.accounts).map(({ password }) => password)];
  for (const secret of secrets) expect(server.output()).toContain(secret);
  expect((await server.end()).code).toBe(0);
  server = await startMain(dataDir, { PORT: String(server.port) });
  expect(readFileSync(file, "utf8")).toBe(before);
  for (const secret of secrets) expect(server.output()).not.toContain(secret);
  expect(server.output()).toContain(firstRun.console_url);
  expect(server.output()).toContain(file);
});
