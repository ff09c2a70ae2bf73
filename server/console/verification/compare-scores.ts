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
 * Recomputes each forecast's scores from its event and the confirmed outcome, except scores that depend on references
 * or on the option order: these would require reading every input and review. Also finds missing scores, compares
 * scores of archived forecasts with the digest in the newest archive's event, and checks the totals.
 */
export async function compareScores(
  database: Database,
  pace: Pace,
  archived: ArchivedEvents | undefined,
): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  const digest = createScoresDigest();
  for await (const scored of paced(readScores(database), pace)) {
    const { score, forecast } = scored;
    if (forecast === null) digest.add(score);
    const message = findError(scored);
    if (message !== undefined) errors.push({ seq: null, message: `scores ${score.requestId}: ${message}` });
  }
  const missing = await findMissingScores(database, pace);
  return [...errors, ...compareArchived(digest.end(), archived), ...missing, ...(await compareTotals(database))];
}

function findError({ score, forecast, outcome, question }: Scored): string | undefined {
  if (outcome?.option !== score.option || outcome.happenedAt.getTime() !== score.happenedAt.getTime()) {
    return "the confirmed outcome is another one";
  }
  if (forecast !== null && forecast.seq > (question?.through ?? forecast.seq)) {
    return "the forecast was made after the outcome was confirmed";
  }
  try {
    return (forecast === null ? undefined : compareForecast(score, forecast.body)) ?? compareValues(score);
  } catch {
    return "its event in the audit log is malformed";
  }
}

function compareForecast(score: Score, body: Buffer): string | undefined {
  const event: Event = JSON.parse(body.toString());
  if (event.kind !== "prediction.answered") return "it is of no forecast";
  const { task_id, input_id, model_version, generated_at, result } = event;
  const { probabilities, choice } = result;
  const options = Object.keys(probabilities).sort();
  if (options.some((option, index) => probabilities[option] !== score.probabilities[index])) {
    return "the forecast in the audit log has other probabilities";
  }
  const isSame =
    task_id === score.taskId &&
    input_id === score.inputId &&
    model_version === score.version &&
    choice === score.choice &&
    new Date(generated_at).getTime() === score.generatedAt.getTime() &&
    options[score.happened] === score.option;
  return isSame ? undefined : "it does not match the forecast in the audit log";
}

function compareValues(score: Score): string | undefined {
  if (!(score.generatedAt < score.happenedAt)) return "the forecast was made after the event";
  const references = { baseRate: undefined, lastCrowd: undefined };
  const probabilities = Object.fromEntries(score.probabilities.map((probability, index) => [index, probability]));
  const { brier, log } = scoreForecast({ probabilities, order: undefined, references }, String(score.happened));
  // Tolerates another order of summation.
  const isSame = Math.abs(brier - score.brier) < 1e-9 && Math.abs(log - score.log) < 1e-9;
  return isSame ? undefined : "its forecast and outcome give a different score";
}

/** Returns no error if an earlier release made the newest archive: its event has no digest. */
function compareArchived(
  { scores, scores_sha256 }: ReturnType<ReturnType<typeof createScoresDigest>["end"]>,
  archived: ArchivedEvents | undefined,
): ChainError[] {
  const expected = archived ?? createScoresDigest().end();
  if (expected.scores === undefined) return [];
  if (scores === expected.scores && scores_sha256 === expected.scores_sha256) return [];
  const message = `scores: ${scores} have no forecast in the audit log, but they do not match the digest of the ${expected.scores} archived ones`;
  return [{ seq: null, message }];
}

/** Tolerates another order of summation. */
async function compareTotals({ pool }: Database): Promise<ChainError[]> {
  const { rows } = await pool.query<{ bucket: number }>(`
    select coalesce(s.bucket, t.bucket) as bucket
    from (select bucket, count(*) as forecasts, sum(log) as log, sum(brier) as brier
          from forecast_scores group by bucket) s
    full join (select * from score_totals where dimension = 'all') t using (bucket)
    where s.forecasts is distinct from t.forecasts or abs(s.log - t.log) > 1e-6 or abs(s.brier - t.brier) > 1e-6`);
  return rows.map(({ bucket }) => ({ seq: null, message: `score_totals: the sums of group ${bucket} are others` }));
}
