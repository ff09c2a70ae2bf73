import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { TEST_DATABASE_URL, withoutPostgres } from "./create-database.ts";
import { describeUnless } from "./describe-unless.ts";
import { openFolder } from "./open-folder.ts";
import { makeFolder } from "./run-process.ts";

const withoutPsql = spawnSync("psql", ["--version"]).status === 0 ? undefined : "psql is not installed";

/** Runs SQL in psql as the superuser. psql would run text between backticks as a shell command. */
function runSql(text: string): void {
  const { status, stderr } = spawnSync("psql", ["--no-psqlrc", "--quiet", TEST_DATABASE_URL ?? ""], {
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

describeUnless([withoutPostgres, withoutPsql], "the PostgreSQL role that compose.yaml creates", () => {
  it("is not a superuser, and owns a database in which the gateway can create its schema", async () => {
    const name = `gateway_test_${randomBytes(6).toString("hex")}`;
    const secret = join(makeFolder(), "role");
    writeFileSync(secret, "it's a secret");
    const shipped = readFileSync("deploy/postgres/create-role.sql", "utf8");
    runSql(shipped.replace("/run/secrets/gateway_role", secret).replaceAll(/\bgateway\b(?!')/g, name));
    try {
      const url = new URL(TEST_DATABASE_URL ?? "");
      Object.assign(url, { username: name, password: "it's a secret", pathname: `/${name}` });
      const database = await openFolder("", url.href);
      const { rows } = await database.pool.query(
        "select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user",
      );
      await database.close();
      expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }]);
    } finally {
      runSql(`drop database if exists ${name} with (force);\ndrop role ${name};`);
    }
  });
});

it("compose.yaml connects the gateways with the created role, not with the superuser", () => {
  const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
  const { environment, volumes } = services.postgres;
  expect(environment.POSTGRES_USER).toBeUndefined();
  expect(volumes).toContain("./deploy/postgres/create-role.sql:/docker-entrypoint-initdb.d/create-role.sql:ro");
  expect(services["gateway-1"].secrets).not.toContain("postgres");
});
