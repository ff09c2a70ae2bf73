import { SCORED } from "#lib/domain/audit-events.ts";
import { isRetrospective } from "#lib/domain/training-cutoff.ts";
import { scoreForecast } from "#lib/scores/score-forecast.ts";
import { createScoresDigest } from "#server/audit/archive/digest-scores.ts";
import { readScores, type Score, type Scored } from "#server/audit/archive/read-scores.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import type { Database } from "#server/db/open.ts";
import { findMissingScores } from "./find-missing-scores.ts";

/**
 * Recomputes the Brier and log scores of each forecast from its event and the confirmed outcome. Scores that depend on
 * reference forecasts or on the option order are not recomputed, because this would require reading every input and
 * review. Also finds missing scores, compares scores of archived forecasts with the digest in the event of the newest
 * archive, and checks the totals.
 */
export async function compareScores(
  database: Database,
  pace: Pace,
  archived: ArchivedEvents | undefined,
): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  const digest = createScoresDigest();
  for (const kind of SCORED) {
    for await (const scored of paced(readScores(database, kind), pace)) {
      const { score, forecast } = scored;
      if (forecast === null) digest.add(score);
      const message = findError(scored);
      if (message !== undefined) errors.push({ seq: null, message: `scores ${score.requestId}: ${message}` });
    }
  }
  const missing = await findMissingScores(database, pace);
  return [...errors, ...compareArchived(digest.end(), archived), ...missing, ...(await compareTotals(database))];
}

function findError({ score, forecast, outcome, options, resolvesAt, asOf, question }: Scored): string | undefined {
  if (outcome?.option !== score.option || outcome.happenedAt.getTime() !== score.happenedAt.getTime()) {
    return "the score does not match the confirmed outcome";
  }
  if (resolvesAt?.getTime() !== score.countsFrom.getTime()) {
    return "the score does not count from the resolution date of its question";
  }
  if (forecast !== null && question !== null && forecast.seq > question.through) {
    return "the forecast was made after the outcome was confirmed";
  }
  try {
    return (
      (forecast === null ? undefined : compareForecast(score, forecast.body, options ?? [], asOf ?? "")) ??
      compareValues(score)
    );
  } catch {
    return "the event of the forecast is malformed";
  }
}

function compareForecast(score: Score, body: Buffer, options: readonly string[], asOf: string): string | undefined {
  const event: Event = JSON.parse(body.toString());
  if (event.kind !== "prediction.answered" && event.kind !== "candidate.answered") return "the event is not a forecast";
  const { actor, task_id, input_id, model_version, generated_at, training_cutoff, probabilities, choice } = event;
  if (probabilities.some((probability, index) => probability !== score.probabilities[index])) {
    return "the probabilities do not match the forecast in the audit log";
  }
  const isSame =
    ("prediction_id" in event ? event.prediction_id : null) === score.predictionId &&
    task_id === score.taskId &&
    input_id === score.inputId &&
    (event.kind === "candidate.answered" ? null : actor.id) === score.callerId &&
    model_version === score.version &&
    options[choice] === score.choice &&
    isRetrospective(asOf, training_cutoff) === score.retrospective &&
    new Date(generated_at).getTime() === score.generatedAt.getTime() &&
    options[score.happened] === score.option;
  return isSame ? undefined : "the score does not match the forecast in the audit log";
}

function compareValues(score: Score): string | undefined {
  if (!(score.generatedAt < score.happenedAt)) return "the forecast was made when the outcome was already decided";
  const references = { baseRate: undefined, lastCrowd: undefined };
  const probabilities = Object.fromEntries(score.probabilities.map((probability, index) => [index, probability]));
  const { brier, log } = scoreForecast({ probabilities, order: undefined, references }, String(score.happened));
  // The tolerance allows for rounding: the order of summation may differ.
  const isSame = Math.abs(brier - score.brier) < 1e-9 && Math.abs(log - score.log) < 1e-9;
  return isSame ? undefined : "the score does not follow from the forecast and the outcome";
}

function compareArchived(
  { scores, scores_sha256 }: ReturnType<ReturnType<typeof createScoresDigest>["end"]>,
  archived: ArchivedEvents | undefined,
): ChainError[] {
  const expected = archived ?? createScoresDigest().end();
  if (scores === expected.scores && scores_sha256 === expected.scores_sha256) return [];
  const message = `scores: the digest of the ${scores} scores without a forecast in the audit log does not match the digest of the ${expected.scores} archived scores`;
  return [{ seq: null, message }];
}

/**
 * Compares the totals with the sums of the mean scores of the questions that had reached their resolution date when the totals were computed:
 * those before the time in the dimension `early`. The tolerance allows for rounding.
 */
async function compareTotals({ pool }: Database): Promise<ChainError[]> {
  const { rows } = await pool.query<{ bucket: number }>(`
    with early as (select bucket, counts_from from score_totals where dimension = 'early'),
    questions as (
      select bucket, case when s.counts_from >= coalesce(early.counts_from, 'infinity') then 'early'
        when s.retrospective then 'retrospective' else 'all' end as dimension,
        count(*) as forecasts, avg(log) as log, avg(brier) as brier
      from forecast_scores s left join early using (bucket) group by task_id, 1, 2
    ), groups as (
      select bucket, dimension, sum(forecasts) as forecasts, sum(log) as log, sum(brier) as brier from questions group by 1, 2
    )
    select distinct coalesce(s.bucket, t.bucket) as bucket
    from groups s
    full join (select * from score_totals where dimension in ('all', 'early', 'retrospective')) t using (bucket, dimension)
    where s.forecasts is distinct from t.forecasts or abs(s.log - t.log) > 1e-6 or abs(s.brier - t.brier) > 1e-6`);
  return rows.map(({ bucket }) => ({
    seq: null,
    message: `score_totals: the totals of group ${bucket} do not match the scores`,
  }));
}
