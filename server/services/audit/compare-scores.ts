import { and, asc, eq, gt, sql } from "drizzle-orm";
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
  /** The forecast's event; null where it was archived. */
  readonly body: Buffer | null;
  /** The confirmed one. */
  readonly outcome: typeof outcomes.$inferSelect | null;
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

function findError({ score, body, outcome }: Scored): string | undefined {
  if (outcome?.option !== score.option || outcome.happenedAt.getTime() !== score.happenedAt.getTime()) {
    return "the confirmed outcome is another one";
  }
  try {
    return body === null ? undefined : compareForecast(score, body);
  } catch {
    return "its event in the audit log is malformed";
  }
}

function compareForecast(score: Score, body: Buffer): string | undefined {
  const event: Event = JSON.parse(body.toString());
  if (event.kind !== "prediction.answered") return "it is of no forecast";
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

/**
 * A page in one statement: a correction that is confirmed meanwhile changes the outcome and the scores, or neither. The
 * events are lateral, so that PostgreSQL looks up each by its index and does not read the log to join it.
 */
async function* readScores({ orm }: Database): AsyncGenerator<Scored> {
  const forecast = orm
    .select({ body: events.body })
    .from(events)
    .where(and(eq(events.requestId, forecastScores.requestId), eq(events.kind, "prediction.answered")))
    .limit(1)
    .as("forecast");
  const isConfirmed = and(eq(outcomes.taskId, forecastScores.taskId), eq(outcomes.status, "confirmed"));
  for (let last: string | undefined; ; ) {
    const page = await orm
      .select({ score: forecastScores, body: forecast.body, outcome: outcomes })
      .from(forecastScores)
      .leftJoin(outcomes, isConfirmed)
      .leftJoinLateral(forecast, sql`true`)
      .where(last === undefined ? undefined : gt(forecastScores.requestId, last))
      .orderBy(asc(forecastScores.requestId))
      .limit(PAGE);
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.score.requestId;
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
