import { randomBytes } from "node:crypto";
import { Client, escapeLiteral } from "pg";
import { cleanUp } from "./clean-up.ts";

/** URL of a PostgreSQL server for tests; undefined to skip them. Its user must be allowed to create databases. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL;

/** The reason to skip tests that need PostgreSQL; undefined if they can run. */
export const withoutPostgres = TEST_DATABASE_URL === undefined ? "TEST_DATABASE_URL is not set" : undefined;

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database on the test server: empty, or a copy of `template`, which must have no connections. It is dropped
 * after the test or the test file.
 */
export async function createDatabase(template?: TestDatabase): Promise<TestDatabase> {
  const name = `gateway_test_${randomBytes(6).toString("hex")}`;
  const source = template === undefined ? "" : `template ${new URL(template.url).pathname.slice(1)}`;
  await onTestServer(`create database ${name} ${source}`);
  const url = new URL(TEST_DATABASE_URL ?? "");
  url.pathname = `/${name}`;
  // Without `force`, PostgreSQL waits a few seconds for open sessions to end. `force` terminates sessions, and a client
  // that is still closing its connection would report the termination as an error.
  const drop = () =>
    onTestServer(`drop database if exists ${name}`).catch(() => onTestServer(`drop database ${name} with (force)`));
  cleanUp(drop);
  return { url: url.href, drop };
}

/** Returns statements that set the defaults of new sessions of `subject`, such as `database name`. */
export function defaultsOf(subject: string, settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).map(([name, value]) => `alter ${subject} set ${name} = ${escapeLiteral(value)}`);
}

/** Runs a statement on the test server, outside of the databases of the tests. */
export async function onTestServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
