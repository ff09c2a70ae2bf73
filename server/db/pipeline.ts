import type { Client, QueryResult, QueryResultRow } from "pg";
import type { TimedQuery } from "./open.ts";

/**
 * One connection that sends statements without waiting for earlier results: the database receives the next batch of
 * events before it has finished the previous one. For single statements only, never for transactions.
 */
export interface Pipeline {
  query<Row extends QueryResultRow>(statement: TimedQuery): Promise<QueryResult<Row>>;
  close(): Promise<void>;
}

/**
 * `connect` creates an unconnected client, and is called again after a connection breaks. With `isPooled`, statements
 * are not prepared, because each may run in a different session.
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
      // A request still running after the drain must not reopen the embedded database: its folder is unlocked by then.
      if (closed) throw new Error("the database is closed");
      current ??= open();
      const client = await current;
      if (isPooled) return client.query({ ...statement, name: undefined });
      // In the embedded database, prepared statements outlive their connection, so each connection uses its own names.
      return client.query({ ...statement, name: `${statement.name}_${generation}` });
    },
    async close() {
      closed = true;
      const client = await current?.catch(() => undefined);
      await client?.end();
    },
  };
}
