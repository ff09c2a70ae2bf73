import { asc, gt } from "drizzle-orm";
import { SCORED } from "#lib/domain/audit-events.ts";
import { isRetrospective } from "#lib/domain/training-cutoff.ts";
import { lossOf } from "#lib/scores/score-forecast.ts";
import { createScoresDigest } from "#server/audit/archive/digest-scores.ts";
import { readScores, type Score, type Scored } from "#server/audit/archive/read-scores.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import type { Database } from "#server/db/open.ts";
import { scoredQuestions } from "#server/db/outcome-schema.ts";
import { readAll } from "#server/db/read-pages.ts";
import { whenDefined } from "#server/db/when-defined.ts";

/**
 * Recomputes the Brier and log scores of each forecast, and of each answer of the candidate, from its event and the
 * confirmed outcome. Scores of reference forecasts are not recomputed, because this would require reading every input.
 * Also finds missing scores, and compares the scores of archived forecasts with the digest in the event of the newest
 * archive.
 */
export async function compareScores(
  database: Database,
  pace: Pace,
  archived: ArchivedEvents | undefined,
): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  const digest = createScoresDigest();
  for await (const scored of paced(readScores(database), pace)) {
    const { score, answer, options } = scored;
    if (answer === null) digest.add(score, options ?? []);
    const message = findError(scored);
    if (message !== undefined) errors.push({ seq: null, message: `scores ${score.requestId}: ${message}` });
  }
  return [...errors, ...compareArchived(digest.end(), archived), ...(await findMissingScores(database, pace))];
}

function findError({ score, answer, outcome, options, resolvesAt, asOf, through }: Scored): string | undefined {
  if (outcome?.option !== score.option || outcome.happenedAt.getTime() !== score.happenedAt.getTime()) {
    return "the score does not match the confirmed outcome";
  }
  if (resolvesAt?.getTime() !== score.countsFrom.getTime()) {
    return "the score does not count from the resolution date of its question";
  }
  if (answer !== null && through !== null && answer.seq > through) {
    return "the forecast was made after the outcome was confirmed";
  }
  try {
    const differs = answer === null ? undefined : compareAnswer(score, answer.body, options ?? [], asOf ?? "");
    return differs ?? compareValues(score);
  } catch {
    return "the event of the forecast is malformed";
  }
}

function compareAnswer(score: Score, body: Buffer, options: readonly string[], asOf: string): string | undefined {
  const event: Event = JSON.parse(body.toString());
  if (event.kind !== "prediction.answered" && event.kind !== "candidate.answered") return "the event is not a forecast";
  const { actor, task_id, input_id, model_version, generated_at, training_cutoff, probabilities, choice } = event;
  if (probabilities.some((probability, index) => probability !== score.probabilities[index])) {
    return "the probabilities do not match the forecast in the audit log";
  }
  const isSame =
    (event.kind === "candidate.answered" ? event.prediction_id : null) === score.predictionId &&
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
  const probabilities = Object.fromEntries(score.probabilities.map((probability, index) => [index, probability]));
  const { brier, log } = lossOf(probabilities, String(score.happened));
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

const PAGE = 250;

/** Reports forecasts, also of the candidate, without a score that were made before the confirmed outcome of their question was decided. */
async function findMissingScores(database: Database, pace: Pace): Promise<ChainError[]> {
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
