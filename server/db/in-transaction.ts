import { drizzle } from "drizzle-orm/node-postgres";
import type { QueryResult } from "pg";
import type { Database, Drizzle } from "./open.ts";

/**
 * Property of a transaction with the statements to send together with its commit. A global symbol, because Next bundles
 * its own copy of this module and a transaction of one copy reaches the audit log of the other.
 */
const FINAL_STATEMENTS = Symbol.for("forecasting-gateway.final-statements");

/**
 * Runs `work` in one transaction. Inside, use only `transaction`: the embedded database has one connection, and waiting
 * for a second one would deadlock. A connection with any failure is discarded, because its server may be frozen.
 */
export async function inTransaction<T>(database: Database, work: (transaction: Drizzle) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  const transaction = drizzle({ client });
  const statements: string[] = [];
  Reflect.set(transaction, FINAL_STATEMENTS, statements);
  let broken = false;
  try {
    await client.query("begin");
    const result = await work(transaction);
    // One message: the database executes all of it even if this process stops in the meantime.
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

/**
 * Adds a statement that is sent in one message with the transaction's commit. A lock that it takes is never held while
 * the database waits for this process. The statement has no parameters and no result; its error fails the transaction.
 */
export function runWithCommit(transaction: Drizzle, statement: string): void {
  const statements: unknown = Reflect.get(transaction, FINAL_STATEMENTS);
  if (!Array.isArray(statements)) throw new Error("A statement for the commit was added outside a transaction.");
  statements.push(statement);
}

/** PostgreSQL answers the commit of a failed transaction with ROLLBACK instead of an error. */
function requireCommitted(answer: QueryResult | undefined): void {
  if (answer?.command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it failed.");
}
