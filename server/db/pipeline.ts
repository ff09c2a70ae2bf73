import { setTimeout } from "node:timers/promises";
import type { Client, QueryResult, QueryResultRow } from "pg";
import type { TimedQuery } from "./open.ts";

/**
 * SQLSTATEs of a statement that had no effect: serialization failure, deadlock, and a session that timed out before it read
 * the statement.
 */
const WITHOUT_EFFECT: ReadonlySet<unknown> = new Set(["40001", "40P01", "57P05"]);
const MAX_RETRIES = 3;
const FIRST_WAIT_MS = 5;

/**
 * One connection that sends statements without waiting for earlier results: the database receives the next batch of
 * events before it has finished the previous one. For single statements only, never for transactions. A statement that
 * had no effect, because the database rolled it back in favour of another, is sent again, at most three times.
 */
export interface Pipeline {
  query<Row extends QueryResultRow>(statement: TimedQuery): Promise<QueryResult<Row>>;
  close(): Promise<void>;
}

/**
 * `connect` creates an unconnected client, and is called again after a connection breaks. With `isPooled`, statements
 * are not prepared, because each may run in a different session. `setup` is the first statement of each connection.
 */
export function createPipeline(
  connect: () => Client,
  { isPooled = false, setup }: { isPooled?: boolean; setup?: string } = {},
): Pipeline {
  let current: Promise<Client> | undefined;
  let generation = 0;
  let closed = false;

  function open(): Promise<Client> {
    generation++;
    const client = connect();
    const opening = client.connect().then(async () => {
      if (setup === undefined || isPooled) return client;
      return client.query(setup).then(
        () => client,
        (error) => client.end().then(() => Promise.reject(error)),
      );
    });
    const forget = () => {
      if (current === opening) current = undefined;
    };
    client.on("error", forget).on("end", forget);
    opening.catch(forget);
    return opening;
  }

  async function send<Row extends QueryResultRow>(statement: TimedQuery): Promise<QueryResult<Row>> {
    // A request still running after the drain must not reopen the embedded database: its folder is unlocked by then.
    if (closed) throw new Error("the database is closed");
    current ??= open();
    const client = await current;
    if (isPooled) return client.query({ ...statement, name: undefined });
    // In the embedded database, prepared statements outlive their connection, so each connection uses its own names.
    return client.query({ ...statement, name: `${statement.name}_${generation}` });
  }

  return {
    async query<Row extends QueryResultRow>(statement: TimedQuery): Promise<QueryResult<Row>> {
      for (let attempt = 0; ; attempt++) {
        try {
          return await send<Row>(statement);
        } catch (error) {
          if (attempt === MAX_RETRIES || !WITHOUT_EFFECT.has(Object(error).code)) throw error;
          // Random, so that statements that collided do not collide again.
          await setTimeout(FIRST_WAIT_MS * 2 ** attempt * (1 + Math.random()));
        }
      }
    },
    async close() {
      closed = true;
      const client = await current?.catch(() => undefined);
      await client?.end();
    },
  };
}
