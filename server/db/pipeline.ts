import type { Client, QueryResult, QueryResultRow } from "pg";
import type { TimedQuery } from "./open.ts";

/**
 * One connection that sends statements without waiting for earlier results: the database has the next batch of events
 * before it finishes the last. For single statements only, never for transactions.
 */
export interface Pipeline {
  query<Row extends QueryResultRow>(statement: TimedQuery): Promise<QueryResult<Row>>;
  close(): Promise<void>;
}

/**
 * `connect` creates an unconnected client, and is called again after a connection breaks. With `isPooled`, each
 * statement may run in a different session, which has not prepared it.
 */
export function createPipeline(connect: () => Client, { isPooled = false } = {}): Pipeline {
  let current: Promise<Client> | undefined;
  let generation = 0;
  let closed = false;

  function open(): Promise<Client> {
    generation++;
    const client = connect();
    const opening = client.connect().then(() => client);
    const forget = () => {
      if (current === opening) current = undefined;
    };
    client.on("error", forget).on("end", forget);
    opening.catch(forget);
    return opening;
  }

  return {
    async query(statement) {
      // A request that outlives the drain must not reopen the embedded database, whose folder is no longer locked.
      if (closed) throw new Error("the database is closed");
      current ??= open();
      const client = await current;
      if (isPooled) return client.query({ ...statement, name: undefined });
      // The embedded database keeps a broken connection's prepared statements, so the next connection needs new names.
      return client.query({ ...statement, name: `${statement.name}_${generation}` });
    },
    async close() {
      closed = true;
      const client = await current?.catch(() => undefined);
      await client?.end();
    },
  };
}
