import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROLES } from "#lib/domain/members.ts";
import { readKey } from "#server/gateway/credentials/credential-key.ts";
import { signIn, signInAs } from "#test/console-session.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { successViolations } from "#test/independent-checker.ts";
import { makeFolder } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { readFirstRun } from "./seed-first-run.ts";

const EXAMPLES = ["binary", "counts", "history", "measurement", "multiclass"] as const;

describe("the first run on an empty database", () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({ DATA_DIR: await copyEmptyDatabase() });
  });

  it("creates an account for each role and one credential, and answers the shipped examples", async () => {
    const { dataDir } = gateway;
    const file = join(dataDir, "first-run.json");
    const firstRun = readFirstRun(dataDir);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(firstRun);
    expect(Object.keys(firstRun ?? {}).sort()).toEqual(["accounts", "api_key", "console_url"]);
    expect(readKey(firstRun?.api_key ?? "")).toBeDefined();
    const passwords = ROLES.map((role) => firstRun?.accounts[role].password ?? "");
    expect(new Set(passwords).size).toBe(ROLES.length);
    for (const password of passwords) expect(password.length).toBeGreaterThanOrEqual(20);
    for (const role of ROLES) {
      const { memberId, call } = await signIn(gateway, firstRun?.accounts[role] ?? { email: "", password: "" });
      const { rows } = await gateway.gateway.database.pool.query("select role from members where id = $1", [memberId]);
      expect(rows).toEqual([{ role }]);
      expect((await call.submissions.list({ status: "approved" })).submissions).toHaveLength(EXAMPLES.length);
    }
    for (const name of EXAMPLES) {
      const { status, body } = await gateway.post(JSON.stringify(readExample(name)));
      expect({ name, status, violations: successViolations(readExample(name), body) }).toEqual({
        name,
        status: 200,
        violations: [],
      });
    }
  });

  it("never lets the author of an example review it", async () => {
    const { rows } = await gateway.gateway.database.pool.query(
      "select count(*)::int as own from verdicts v join submissions s on s.id = v.submission_id where s.author_id = v.reviewer_id",
    );
    expect(rows).toEqual([{ own: 0 }]);
  });
});

describe("a second start", () => {
  it("fails while the first process is running, then preserves accounts, credential, sessions and audit log, and adds nothing", async () => {
    const dataDir = await copySeededFolder();
    const first = await startGateway({ DATA_DIR: dataDir });
    const firstRun = readFirstRun(dataDir);
    const account = firstRun?.accounts.reviewer ?? { email: "", password: "" };
    const { cookie } = await signInAs(first, "reviewer");
    await expect(startGateway({ DATA_DIR: dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
    expect((await first.post(JSON.stringify(readExample("binary")))).status).toBe(200);
    const count = async ({ gateway }: typeof first) =>
      (
        await gateway.database.pool.query(
          "select (select count(*) from members) as m, (select count(*) from events) as e, (select count(*) from credentials) as c",
        )
      ).rows;
    const before = await count(first);
    await first.stop();

    const second = await startGateway({ DATA_DIR: dataDir });
    expect(await count(second)).toEqual(before);
    expect(readFirstRun(dataDir)).toEqual(firstRun);
    expect((await second.post(JSON.stringify(readExample("binary")))).status).toBe(200);
    const again = await signIn(second, account);
    expect(await again.call.audit.verify()).toMatchObject({ ok: true });
    const session = await second.gateway.auth.api.getSession({ headers: new Headers({ cookie }) });
    expect(session?.user.email).toBe(account.email);
  });
});

describeUnless([withoutPostgres], "in production on PostgreSQL", () => {
  it("creates nothing", async () => {
    const [database, dataDir] = [await createDatabase(), makeFolder()];
    const production = { NODE_ENV: "production", DATABASE_URL: database.url, AUTH_SECRET: "x".repeat(32) };
    const gateway = await startGateway({ DATA_DIR: dataDir, ...production });
    expect(readFirstRun(dataDir)).toBeUndefined();
    for (const table of ["members", "credentials", "submissions", "events where kind <> 'log.key_added'"]) {
      const { rows } = await gateway.gateway.database.pool.query(`select count(*)::int as count from ${table}`);
      expect({ table, rows }).toEqual({ table, rows: [{ count: 0 }] });
    }
  });
});
