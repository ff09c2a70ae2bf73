import { sql } from "drizzle-orm";
import { v4 as uuid } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { catchLog } from "#test/catch-log.ts";
import { type ConsoleSession, signInAs } from "#test/console-session.ts";
import { createDatabase, TEST_DATABASE_URL, type TestDatabase } from "#test/create-database.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { describeDefect, describeError } from "./describe-error.ts";

const SECRET = "hunter2-a-secret-parameter";

async function failure(statement: Promise<unknown>): Promise<unknown> {
  return statement.then(
    () => expect.unreachable(),
    (error) => error,
  );
}

function failingStatements(database: () => Promise<TestDatabase | undefined>) {
  const log = catchLog();
  let created: TestDatabase | undefined;
  let gateway: TestGateway;
  let member: ConsoleSession;

  beforeAll(async () => {
    created = await database();
    gateway = await startGateway(created === undefined ? {} : { DATABASE_URL: created.url }, log.change);
    member = await signInAs(gateway, "researcher");
  });

  it.each([
    ["a value of another type", sql`select ${SECRET}::uuid`, "22P02"],
    ["text that is not JSON", sql`select ${SECRET}::jsonb`, "22P02"],
    ["a missing table", sql`select ${SECRET} from no_such_table`, "42P01"],
    ["a duplicate key", sql`insert into failing values (${SECRET}), (${SECRET})`, "23505"],
    ["a violated check constraint", sql`insert into failing values (${`${SECRET}, too long`})`, "23514"],
  ])("is described without its parameters: %s", async (_, statement, code) => {
    const { orm, pool } = gateway.gateway.database;
    await pool.query("create table if not exists failing (value text primary key check (length(value) < 30))");
    const error = await failure(orm.execute(statement));
    // Precondition: the undescribed error contains the secret.
    expect(String(error)).toContain(SECRET);
    for (const one of [error, Object(error).cause, new Error("it failed", { cause: error })]) {
      for (const text of [describeError(one), describeDefect(one)]) {
        expect(text).toContain(code);
        expect(text).not.toContain(SECRET);
      }
    }
  });

  it("logs no statement parameters when a procedure fails or a request cannot be recorded", async () => {
    const { pool } = gateway.gateway.database;
    await pool.query("alter table drafts add constraint refused check (title = 'never')");
    const draft = { draftId: uuid(), title: SECRET, content: SECRET.repeat(1_000), saveId: uuid(), replaces: [null] };
    await failure(member.call.drafts.save(draft));
    await pool.query("alter table credential_keys rename to keys_away");
    const body = JSON.stringify(readExample("binary"));
    expect((await gateway.post(body)).status).toBe(503);
    await pool.query("alter table keys_away rename to credential_keys");
    await pool.query("alter table bindings rename to bindings_away");
    expect((await gateway.post(body)).status).toBe(503);
    await pool.query("alter table bindings_away rename to bindings");
    await pool.query("alter table drafts drop constraint refused");
    expect(log.text().includes(SECRET)).toBe(false);
    expect(log.text()).not.toMatch(/params: |Failed query/);
    for (const code of ["23514", "42P01"]) expect(log.text()).toContain(code);
    expect(log.text()).toContain('"path":"drafts.save"');
  });
}

describe("a failing statement of the embedded database", () => failingStatements(async () => undefined));

describe.skipIf(TEST_DATABASE_URL === undefined)(
  "a failing statement of PostgreSQL (skipped without TEST_DATABASE_URL)",
  () => failingStatements(createDatabase),
);

describe("the description of an error", () => {
  it("is one short line of printable characters for any message", () => {
    const error = new TypeError(`a\nb\r\u001b[31m\u0085\u2028\u202e${"x".repeat(100_000)}`);
    const text = describeError(error);
    expect(text).toMatch(/^TypeError: a\\u\{a\}b\\u\{d\}\\u\{1b\}\[31m\\u\{85\}\\u\{2028\}\\u\{202e\}x+…$/);
    expect(text.length).toBeLessThan(1_000);
  });

  it("lists the causes and ends if they form a cycle", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const error = new TypeError("fetch failed", { cause: refused });
    expect(describeError(error)).toBe("TypeError: fetch failed; cause: Error ECONNREFUSED: connect ECONNREFUSED");
    refused.cause = error;
    expect(describeError(error).length).toBeLessThan(1_000);
  });

  it("includes the stack frames of a defect and its message only once", () => {
    const text = describeDefect(new Error(`first\n    at ${SECRET} (secret.ts)`));
    expect(text).toContain("describe-error.slow.test.ts");
    expect(text.split("\n").filter((line) => line.includes(SECRET))).toHaveLength(1);
  });

  it("describes a thrown value that is not an error by its type, without its fields", () => {
    expect(describeError("text")).toBe("text");
    expect(describeError(undefined)).toBe("undefined");
    expect(describeError({ password: SECRET })).toBe("an object was thrown");
    const copy = { message: `role "${SECRET}"`, code: "23505", severity: "FATAL", constraint: "one" };
    expect(describeError(copy)).toBe("Error 23505, constraint one");
    expect(describeError({ message: "too many connections", code: "53300" })).toBe("Error 53300: too many connections");
  });
});
