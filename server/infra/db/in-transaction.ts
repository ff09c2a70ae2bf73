import { drizzle } from "drizzle-orm/node-postgres";
import type { QueryResult } from "pg";
import type { Database, Drizzle } from "./open.ts";

/**
 * Where a transaction keeps the statements that go to the database together with its commit. A symbol that all copies
 * of this module share: Next bundles its own, and a transaction of one copy reaches the audit log of the other.
 */
const FINAL_STATEMENTS = Symbol.for("forecasting-gateway.final-statements");

/**
 * Runs `work` in one transaction. Inside it, only `transaction` may be used: the embedded database has one connection,
 * and waiting for a second would wait for ever. A connection on which anything failed is thrown away, so that a frozen
 * server's is not handed to the next caller.
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
    // One message: the database runs all of it, also when this process is stopped in the middle of something.
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
 * Has a statement run at the very end of a transaction, in one message with the commit: a lock that it takes is never
 * held while the database waits for this process. The statement has no parameters and answers nothing; its error fails
 * the transaction.
 */
export function runWithCommit(transaction: Drizzle, statement: string): void {
  const statements: unknown = Reflect.get(transaction, FINAL_STATEMENTS);
  if (!Array.isArray(statements)) throw new Error("A statement for the commit was added outside a transaction.");
  statements.push(statement);
}

/** PostgreSQL answers the commit of a transaction in which a statement failed with a rollback, and with no error. */
function requireCommitted(answer: QueryResult | undefined): void {
  if (answer?.command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it failed.");
}
