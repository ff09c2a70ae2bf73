import type { Database } from "#server/db/open.ts";

/** Rows per SQL statement: few enough for a slow machine to insert them within the statement timeout. */
const AT_ONCE = 2_000;

/** Lengthens the audit log with copies of a forecast's event. `newId` is the SQL expression for their request ids. */
export function repeatForecast(
  database: Database,
  requestId: string,
  times: number,
  newId = "gen_random_uuid()",
): Promise<void> {
  return insert(
    database,
    times,
    `insert into events
     select last + n, at, kind, ${newId}, actor_id, release, task_id, input_id, code, count, choice, body, hash
     from (select max(seq) as last from events) as log, generate_series(1, $1::int) as n, events
     where request_id = $2 and kind = 'prediction.answered'`,
    [requestId],
  );
}

/** Lengthens the audit log with refusals. The inserted rows have no valid hashes. */
export function addRefusals(database: Database, times: number): Promise<void> {
  return insert(
    database,
    times,
    `insert into events (seq, at, kind, code, actor_id, request_id, body, hash)
     select last + n, now(), 'prediction.refused', 'INVALID_JSON', 'c', gen_random_uuid(), '{}', ''
     from (select max(seq) as last from events) as log, generate_series(1, $1::int) as n`,
  );
}

async function insert({ pool }: Database, times: number, text: string, values: readonly string[] = []): Promise<void> {
  for (let left = times; left > 0; left -= AT_ONCE) await pool.query(text, [Math.min(left, AT_ONCE), ...values]);
}
