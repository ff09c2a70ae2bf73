import { sql } from "drizzle-orm";
import type { ScoredKind } from "#server/audit/archive/read-scores.ts";
import type { Event } from "#server/audit/log/event.ts";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import type { Database } from "#server/db/open.ts";

const PAGE = 250;

/** Reports forecasts, also of the candidate, without a score that were made before the confirmed outcome of their question was decided. */
export async function findMissingScores(database: Database, pace: Pace): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  for await (const { seq, request_id, body, happened_at } of paced(readUnscored(database), pace)) {
    if (isTimely(body, happened_at))
      errors.push({ seq: Number(seq), message: `scores ${request_id}: the score is missing` });
  }
  return errors;
}

function isTimely(body: Buffer, happenedAt: Date): boolean {
  try {
    const event: Event = JSON.parse(body.toString());
    return "generated_at" in event && new Date(event.generated_at) < happenedAt;
  } catch {
    // The verification of the hash chain reports malformed events.
    return false;
  }
}

async function* readUnscored(database: Database) {
  for await (const taskId of readQuestions(database)) {
    yield* readUnscoredOf(database, taskId, "prediction.answered", "forecast_scores");
    yield* readUnscoredOf(database, taskId, "candidate.answered", "candidate_scores");
  }
}

async function* readQuestions({ orm }: Database) {
  for (let last = ""; ; ) {
    const { rows } = await orm.execute<{ task_id: string }>(
      sql`select task_id from scored_questions where task_id > ${last} order by task_id limit ${PAGE}`,
    );
    for (const { task_id } of rows) yield task_id;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.task_id;
  }
}

/** Reads each page in one statement, so that an outcome corrected meanwhile and its scores are consistent. */
async function* readUnscoredOf({ pool }: Database, taskId: string, kind: ScoredKind, table: string) {
  for (let last = "0"; ; ) {
    const { rows } = await pool.query<{ seq: string; request_id: string; body: Buffer; happened_at: Date }>(
      `select e.seq, e.request_id, e.body, o.happened_at
       from scored_questions q
       join outcomes o on o.task_id = q.task_id and o.status = 'confirmed' and o.option is not null
       join events e on e.task_id = q.task_id and e.kind = '${kind}'
       where q.task_id = $1 and e.seq > $2 and e.seq <= q.through
         and not exists (select from ${table} s where s.request_id = e.request_id)
       order by e.seq limit ${PAGE}`,
      [taskId, last],
    );
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.seq;
  }
}
