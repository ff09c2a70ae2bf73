import type { Client, QueryResult, QueryResultRow } from "pg";
import type { TimedQuery } from "./open.ts";

/**
 * One connection on which statements are sent one behind the other without waiting for answers: while the database
 * works on one group of events, the next is already there. For single statements only, never for transactions.
 */
export interface Pipeline {
  query<Row extends QueryResultRow>(statement: TimedQuery): Promise<QueryResult<Row>>;
  close(): Promise<void>;
}

/** `connect` makes a client that has not connected yet; a new one is made after one has broken. */
export function createPipeline(connect: () => Client): Pipeline {
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
      // A request that outlives the drain must not open the embedded database anew: its folder is no longer locked.
      if (closed) throw new Error("the database is closed");
      current ??= open();
      const client = await current;
      // The embedded database keeps a broken connection's prepared statements: the next one needs names of its own.
      return client.query({ ...statement, name: `${statement.name}_${generation}` });
    },
    async close() {
      closed = true;
      const client = await current?.catch(() => undefined);
      await client?.end();
    },
  };
}
