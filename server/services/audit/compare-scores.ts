import { asc, gt, inArray } from "drizzle-orm";
import { scoreForecast } from "#lib/scores/score-forecast.ts";
import type { Event } from "#server/infra/audit-log/event.ts";
import type { Database } from "#server/infra/db/open.ts";
import { forecastScores, outcomes } from "#server/infra/db/outcome-schema.ts";
import { events } from "#server/infra/db/schema.ts";
import { type Pace, paced } from "./pace.ts";
import type { ChainError } from "./verify-chain.ts";

const PAGE = 250;

type Score = typeof forecastScores.$inferSelect;

interface Scored {
  readonly score: Score;
  /** Undefined where it was archived. */
  readonly event: Event | undefined;
  readonly outcome: typeof outcomes.$inferSelect | undefined;
}

/**
 * Recomputes each forecast's scores from its event and the confirmed outcome, but for those against references, which
 * would take reading every input. Then adds up the totals of the whole track record.
 */
export async function compareScores(database: Database, pace: Pace): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  for await (const scored of paced(readScores(database), pace)) {
    const message = findError(scored);
    if (message !== undefined) errors.push({ seq: null, message: `scores ${scored.score.requestId}: ${message}` });
  }
  return [...errors, ...(await compareTotals(database))];
}

function findError({ score, event, outcome }: Scored): string | undefined {
  if (outcome?.option !== score.option || outcome.happenedAt.getTime() !== score.happenedAt.getTime()) {
    return "the confirmed outcome is another one";
  }
  if (event?.kind !== "prediction.answered") return event === undefined ? undefined : "it is of no forecast";
  const { probabilities } = event.result;
  const options = Object.keys(probabilities).sort();
  if (options.some((option, index) => probabilities[option] !== score.probabilities[index])) {
    return "the forecast in the audit log has other probabilities";
  }
  if (!(new Date(event.generated_at) < score.happenedAt)) return "the forecast was made after the event";
  const references = { baseRate: undefined, lastCrowd: undefined };
  const { brier, log } = scoreForecast({ probabilities, order: undefined, references }, score.option);
  return brier === score.brier && log === score.log ? undefined : "its forecast and outcome give another score";
}

async function* readScores({ orm }: Database): AsyncGenerator<Scored> {
  for (let last: string | undefined; ; ) {
    const page = await orm
      .select()
      .from(forecastScores)
      .where(last === undefined ? undefined : gt(forecastScores.requestId, last))
      .orderBy(asc(forecastScores.requestId))
      .limit(PAGE);
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.requestId;
    const ids = page.map(({ requestId }) => requestId);
    const found = await orm.select({ body: events.body }).from(events).where(inArray(events.requestId, ids));
    const taskIds = [...new Set(page.map(({ taskId }) => taskId))];
    const confirmed = await orm.select().from(outcomes).where(inArray(outcomes.taskId, taskIds));
    const byRequest = new Map(
      found.flatMap(({ body }) => {
        const event: Event = JSON.parse(body.toString());
        return "request_id" in event ? [[event.request_id, event] as const] : [];
      }),
    );
    const byTask = new Map(
      confirmed.flatMap((one) => (one.status === "confirmed" ? [[one.taskId, one] as const] : [])),
    );
    yield* page.map((score) => ({
      score,
      event: byRequest.get(score.requestId),
      outcome: byTask.get(score.taskId),
    }));
  }
}

/** Sums are compared with room for another order of addition. */
async function compareTotals({ pool }: Database): Promise<ChainError[]> {
  const { rows } = await pool.query<{ bucket: number }>(`
    select coalesce(s.bucket, t.bucket) as bucket
    from (select bucket, count(*) as forecasts, sum(log) as log, sum(brier) as brier
          from forecast_scores group by bucket) s
    full join (select * from score_totals where dimension = 'all') t using (bucket)
    where s.forecasts is distinct from t.forecasts or abs(s.log - t.log) > 1e-6 or abs(s.brier - t.brier) > 1e-6`);
  return rows.map(({ bucket }) => ({ seq: null, message: `score_totals: the sums of group ${bucket} are others` }));
}
