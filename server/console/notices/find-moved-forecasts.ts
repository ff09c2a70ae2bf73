import { inArray, type SQL, sql } from "drizzle-orm";
import { MIN_MOVE } from "#lib/domain/notices.ts";
import { totalVariation } from "#lib/stats/distances.ts";
import { storableInstant } from "#server/db/columns.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { type Answered, readAnswered } from "#server/gateway/forecasts/read-answered.ts";
import { readCutoffs } from "#server/gateway/forecasts/read-content.ts";

/** Only the member's newest submissions, and the newest forecasts of their questions, are considered. */
const SUBMISSIONS = 30;
const FORECASTS = 200;

/** Returns the moved forecasts of the member's recent questions that were made by somebody else. */
export async function findMovedForecasts(database: Database, memberId: string) {
  const recent = sql`select task_id from submissions where author_id = ${memberId} order by created_at desc limit ${SUBMISSIONS}`;
  const moved = await findMoved(database, sql`select distinct task_id from (${recent}) as newest`);
  return moved.filter(({ callerId }) => callerId !== memberId);
}

/** Returns the moved forecasts of all questions after the event `from`, up to the event `to`. */
export async function findMovedBetween(database: Database, from: number, to: number) {
  const moved = await findMoved(
    database,
    sql`select task_id from approvals a group by task_id having count(distinct input_id) > 1 and (
      select seq from events e where e.task_id = a.task_id and e.kind = 'prediction.answered'
      order by e.at desc, e.seq desc limit 1
    ) > ${from}`,
  );
  return moved.filter(({ seq }) => seq > from && seq <= to);
}

/**
 * Returns the newest forecast of each of these questions that was made from an input with a later information cutoff,
 * if it differs from the previous forecast by at least MIN_MOVE.
 */
async function findMoved(database: Database, taskIds: SQL) {
  const changes = await findInputChanges(database.orm, taskIds);
  const answered = await readForecasts(
    database,
    changes.flatMap(({ seq, before }) => [seq, before]),
  );
  const cutoff = await readCutoffs(
    database,
    [...answered.values()].map(({ input_id }) => input_id),
  );
  return changes.flatMap(({ seq, before, question }) => {
    const [one, previous] = [answered.get(seq), answered.get(before)];
    if (one === undefined || previous === undefined) return [];
    const [from, to] = [previous, one].map(({ input_id }) => storableInstant(cutoff(input_id)));
    if (from === undefined || to === undefined || to <= from) return [];
    /** Total variation distance from the last forecast with the previous input. */
    const distance = totalVariation(byPlace(previous), byPlace(one));
    const { request_id: requestId, at } = one;
    return distance < MIN_MOVE ? [] : [{ seq, requestId, at, callerId: one.actor.id, question, distance }];
  });
}

/**
 * Returns the last forecast of each question whose input differs from that of the forecast before it. `before` is the
 * number of that forecast.
 */
async function findInputChanges(orm: Drizzle, taskIds: SQL) {
  const { rows } = await orm.execute<{ seq: string; before: string; question: string }>(sql`
    select changed.seq, changed.before, t.question
    from (${taskIds}) as own
    join tasks t using (task_id)
    cross join lateral (
      select seq, before from (
        select seq, at, input_id, lag(seq) over w as before, lag(input_id) over w as previous_input
        from (
          select seq, at, input_id from events
          where kind = 'prediction.answered' and task_id = own.task_id
          order by at desc, seq desc limit ${FORECASTS}
        ) as recent
        window w as (order by at, seq)
      ) as followed
      where input_id <> previous_input order by at desc, seq desc limit 1
    ) as changed`);
  return rows.map(({ seq, before, question }) => ({ seq: Number(seq), before: Number(before), question }));
}

const byPlace = ({ probabilities }: Answered) => Object.fromEntries(probabilities.entries());

async function readForecasts({ orm }: Database, seqs: readonly number[]): Promise<ReadonlyMap<number, Answered>> {
  if (seqs.length === 0) return new Map();
  const rows = await orm
    .select({ seq: events.seq, body: events.body })
    .from(events)
    .where(inArray(events.seq, [...seqs]));
  return new Map(rows.map(({ seq, body }) => [seq, readAnswered(body)]));
}
