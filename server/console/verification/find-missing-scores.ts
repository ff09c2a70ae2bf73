import { asc, gt } from "drizzle-orm";
import { SCORED } from "#lib/domain/audit-events.ts";
import type { Event } from "#server/audit/log/event.ts";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import type { Database } from "#server/db/open.ts";
import { scoredQuestions } from "#server/db/outcome-schema.ts";
import { readAll } from "#server/db/read-pages.ts";
import { whenDefined } from "#server/db/when-defined.ts";

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
  const questions = readAll<{ readonly taskId: string }>((last) =>
    database.orm
      .select({ taskId: scoredQuestions.taskId })
      .from(scoredQuestions)
      .where(whenDefined(last, ({ taskId }) => gt(scoredQuestions.taskId, taskId)))
      .orderBy(asc(scoredQuestions.taskId))
      .limit(PAGE),
  );
  for await (const { taskId } of questions) yield* readUnscoredOf(database, taskId);
}

interface Unscored {
  readonly seq: string;
  readonly request_id: string;
  readonly body: Buffer;
  readonly happened_at: Date;
}

const KINDS = SCORED.map((kind) => `'${kind}'`).join();

/**
 * Reads each page in one statement, so that an outcome corrected meanwhile and its scores are consistent. `+ 0` prevents
 * a scan of the whole log in its order, which PostgreSQL prefers for a question with many of the forecasts.
 */
function readUnscoredOf({ pool }: Database, taskId: string) {
  return readAll<Unscored>(async (last) => {
    const { rows } = await pool.query<Unscored>(
      `select e.seq, e.request_id, e.body, o.happened_at
       from scored_questions q
       join outcomes o on o.task_id = q.task_id and o.status = 'confirmed' and o.option is not null
       join events e on e.task_id = q.task_id and e.kind in (${KINDS})
       where q.task_id = $1 and e.seq > $2 and e.seq <= q.through
         and not exists (select from forecast_scores s where s.request_id = e.request_id)
       order by e.seq + 0 limit ${PAGE}`,
      [taskId, last?.seq ?? "0"],
    );
    return rows;
  });
}
