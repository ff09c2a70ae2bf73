import { drizzle } from "drizzle-orm/node-postgres";
import type { PoolClient, QueryResult } from "pg";
import type { Database, Drizzle } from "./open.ts";

/** Sets the isolation level, because a database that the gateway is already connected to may change its default. */
export const BEGIN = "begin isolation level read committed";

/**
 * Key of the property of a transaction that contains the statements to send together with its commit. A global symbol,
 * because Next bundles its own copy of this module, and both copies must find the property.
 */
const FINAL_STATEMENTS = Symbol.for("forecasting-gateway.final-statements");

/**
 * Runs `work` in one transaction. `work` must use only `transaction`: the embedded database has one connection, and
 * waiting for a second connection would deadlock. A connection on which the rollback fails is discarded.
 */
export async function inTransaction<T>(database: Database, work: (transaction: Drizzle) => Promise<T>): Promise<T> {
  const client = await begin(database);
  const transaction = drizzle({ client });
  const statements: string[] = [];
  Reflect.set(transaction, FINAL_STATEMENTS, statements);
  let broken = false;
  try {
    const result = await work(transaction);
    // Sent in one message: the database executes all statements even if this process stops in the meantime.
    const answers: QueryResult | QueryResult[] = await client.query([...statements, "commit"].join(";\n"));
    requireCommitted([answers].flat().at(-1));
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    Reflect.deleteProperty(transaction, FINAL_STATEMENTS);
    client.release(broken);
  }
}

/** Runs `work` in a transaction that is rolled back: checks everything, stores nothing, appends no event. */
export async function withoutStoring<T>(database: Database, work: (transaction: Drizzle) => Promise<T>): Promise<T> {
  const rollback = new Error("rolled back");
  const results: T[] = [];
  try {
    await inTransaction(database, async (transaction) => {
      results.push(await work(transaction));
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  const [result] = results;
  return result as T;
}

/** Begins a transaction; on another connection if the first one was lost while it was idle. Does not retry a timeout. */
async function begin({ pool }: Pick<Database, "pool">, attempts = 2): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query(BEGIN);
    return client;
  } catch (error) {
    client.release(true);
    if (attempts === 1 || Object(error).message === "Query read timeout") throw error;
    return begin({ pool }, attempts - 1);
  }
}

/**
 * Adds a statement that is sent in one message with the transaction's commit, so that a lock it takes is never held
 * while the database waits for this process. The statement must have no parameters; its result is ignored, and an error
 * in it fails the transaction.
 */
export function runWithCommit(transaction: Drizzle, statement: string): void {
  const statements: unknown = Reflect.get(transaction, FINAL_STATEMENTS);
  if (!Array.isArray(statements)) throw new Error("runWithCommit() requires a transaction of inTransaction().");
  statements.push(statement);
}

/** Throws if the transaction was rolled back: PostgreSQL then answers the commit with ROLLBACK instead of an error. */
function requireCommitted(answer: QueryResult | undefined): void {
  if (answer?.command !== "COMMIT")
    throw new Error("The transaction was rolled back, because one of its statements failed.");
}
