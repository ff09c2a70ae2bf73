import type { Database } from "#server/db/open.ts";

/**
 * Lengthens the audit log with copies of a forecast's event. `newId` is the SQL expression for their request ids.
 * Afterwards, the statistics describe the shorter log, and mislead the planner more than missing statistics.
 */
export async function repeatForecast(
  { pool }: Database,
  requestId: string,
  times: number,
  newId = "gen_random_uuid()",
): Promise<void> {
  await pool.query("analyze");
  await pool.query(
    `insert into events
     select last + n, at, kind, ${newId}, actor_id, release, task_id, input_id, code, count, choice, body, hash
     from (select max(seq) as last from events) as log, generate_series(1, $1::int) as n, events
     where request_id = $2 and kind = 'prediction.answered'`,
    [times, requestId],
  );
}

/** Lengthens the audit log with refusals. The inserted rows have no valid hashes. */
export async function addRefusals({ pool }: Database, times: number): Promise<void> {
  await pool.query(
    `insert into events (seq, at, kind, code, actor_id, request_id, body, hash)
     select last + n, now(), 'prediction.refused', 'INVALID_JSON', 'c', gen_random_uuid(), '{}', ''
     from (select max(seq) as last from events) as log, generate_series(1, $1::int) as n`,
    [times],
  );
}
