import { randomBytes } from "node:crypto";
import { Client, escapeIdentifier } from "pg";
import { cleanUp } from "./clean-up.ts";
import { defaultsOf, onTestServer, TEST_DATABASE_URL } from "./create-database.ts";

/** Quoted SQL identifiers of a database, of the role that the gateway uses and of another role. */
export interface Names {
  readonly database: string;
  readonly role: string;
  readonly other: string;
}

export type Statements = (names: Names) => readonly string[];

export interface ForeignOptions {
  /** Beginning of all names. */
  readonly prefix?: string;
  /** Default: the role that the gateway uses. */
  readonly owner?: "other";
  /** Options of `create database`. */
  readonly options?: string;
  /** Settings of the database. */
  readonly set?: Readonly<Record<string, string>>;
  readonly setForRole?: Readonly<Record<string, string>>;
  /** Statements that the superuser executes in the new database. */
  readonly sql?: Statements;
}

export interface ForeignDatabase {
  readonly names: Names;
  /** URL for the gateway's role. */
  readonly url: URL;
  readonly urlOfOther: URL;
  /** Executes statements as the superuser in this database. Returns the number of rows of the last one. */
  run(statements: readonly string[]): Promise<number>;
}

/** A password in every URL. The test server trusts every connection, so it is not checked. */
export const PASSWORD = "s3cret-pässword";

/** Creates a database and two roles that may do nothing else. They are dropped after the test. */
export async function createForeignDatabase({
  prefix = "gateway_test_",
  owner,
  options = "",
  set = {},
  setForRole = {},
  sql = () => [],
}: ForeignOptions): Promise<ForeignDatabase> {
  const name = `${prefix}${randomBytes(6).toString("hex")}`;
  const database = escapeIdentifier(name);
  const role = escapeIdentifier(`${name}_role`);
  const other = escapeIdentifier(`${name}_other`);
  const names = { database, role, other };
  for (const each of [role, other]) {
    await onTestServer(`create role ${each} login`);
    cleanUp(() => onTestServer(`drop role ${each}`));
  }
  await onTestServer(`create database ${database} owner ${owner === "other" ? other : role} ${options}`);
  cleanUp(() => onTestServer(`drop database ${database} with (force)`));
  const pathname = `/${encodeURIComponent(name)}`;
  const urlOf = (user: string) =>
    Object.assign(new URL(TEST_DATABASE_URL ?? ""), {
      username: encodeURIComponent(user),
      password: PASSWORD,
      pathname,
    });
  const run = async (statements: readonly string[]) => {
    const { hostname, port, username, password } = new URL(TEST_DATABASE_URL ?? "");
    // Not as a URL, because pg does not decode all characters of a database name in a URL.
    const address = { host: hostname, port: Number(port || 5432), user: username, password, database: name };
    const client = new Client({ ...address, options: "-c default_transaction_read_only=off -c statement_timeout=0" });
    await client.connect();
    let rows = 0;
    try {
      for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
    } finally {
      await client.end();
    }
    return rows;
  };
  await run([...defaultsOf(`database ${database}`, set), ...defaultsOf(`role ${role}`, setForRole), ...sql(names)]);
  return { names, url: urlOf(`${name}_role`), urlOfOther: urlOf(`${name}_other`), run };
}
