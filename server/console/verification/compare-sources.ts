import { asc, eq, gt } from "drizzle-orm";
import { keyOfQuote, scoreQuotes, weigh } from "#lib/scores/score-quotes.ts";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import { isUnavailable } from "#server/db/is-unavailable.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes, scoredQuestions } from "#server/db/outcome-schema.ts";
import { readAll } from "#server/db/read-pages.ts";
import { sourcePairs, sourceScores } from "#server/db/source-schema.ts";
import { readQuotes } from "#server/gateway/forecasts/read-quotes.ts";
import { readQuotingInputs } from "#server/gateway/forecasts/read-quoting-inputs.ts";

const PAGE = 250;

/**
 * Recomputes the scores of quoted sources from the approved inputs, the confirmed outcome and the gateway's own scores.
 * Approvals have no position in the audit log, so a missing score is found only if its input has forecasts of the gateway.
 */
export async function compareSources(database: Database, pace: Pace): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  for await (const question of paced(
    readAll<Question>((last) => readPage(database, last?.taskId ?? "")),
    pace,
  )) {
    const message = await findError(database, question).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      return "the task or an approved input cannot be read";
    });
    if (message === undefined || (await hasChanged(database, question))) continue;
    errors.push({ seq: null, message: `source scores of ${question.taskId}: ${message}` });
  }
  return errors;
}

type Question = Awaited<ReturnType<typeof readPage>>[number];

/** Returns a page of the scored questions. */
function readPage({ orm }: Database, after: string) {
  return orm
    .select({
      taskId: scoredQuestions.taskId,
      number: scoredQuestions.number,
      outcomeId: outcomes.id,
      option: outcomes.option,
      happenedAt: outcomes.happenedAt,
    })
    .from(scoredQuestions)
    .innerJoin(outcomes, eq(outcomes.id, scoredQuestions.outcomeId))
    .where(gt(scoredQuestions.taskId, after))
    .orderBy(asc(scoredQuestions.taskId))
    .limit(PAGE);
}

/** Whether the question was scored again after it was read: its rows may then belong to different outcomes. */
async function hasChanged({ orm }: Database, { taskId, outcomeId }: Question): Promise<boolean> {
  const [found] = await orm
    .select({ outcomeId: scoredQuestions.outcomeId })
    .from(scoredQuestions)
    .where(eq(scoredQuestions.taskId, taskId));
  return found?.outcomeId !== outcomeId;
}

async function findError(database: Database, outcome: Question): Promise<string | undefined> {
  const { scores, pairs } = await readStored(database, outcome);
  const quotes = await readQuotes(database, outcome.taskId);
  const { inputs, question } = await readQuotingInputs(database, outcome, quotes);
  const possible = new Map(scoreQuotes(inputs, question).scores.map((row) => [keyOfQuote(row), row]));
  const own = scoreQuotes(
    inputs.filter(({ ownLog }) => ownLog !== undefined),
    question,
  );
  const rows = scores.map((stored) => ({ ...stored, stored }));
  const invalid = weigh(rows).find(({ stored, weight, horizonWeight }) => {
    const found = possible.get(keyOfQuote(stored));
    return found === undefined || !isSame(stored, { ...found, weight, horizonWeight, ...shared(question) });
  });
  if (invalid !== undefined) return `a score of “${invalid.source}” does not follow from the inputs and the outcome`;
  const known = new Set(scores.map(keyOfQuote));
  const missing = own.scores.find((row) => !known.has(keyOfQuote(row)));
  if (missing !== undefined) return `a score of “${missing.source}” is missing`;
  const expected = new Map(own.pairs.map((pair) => [keyOfPair(pair), pair]));
  const isPaired = pairs.every((pair) => {
    const found = expected.get(keyOfPair(pair));
    return found !== undefined && isSame(pair, { ...found, ...shared(question) });
  });
  if (isPaired && pairs.length === expected.size) return undefined;
  return "a comparison with the gateway’s forecasts does not follow from the inputs and the scores";
}

const shared = ({ resolvesAt }: { readonly resolvesAt: Date }) => ({ countsFrom: resolvesAt });

async function readStored({ orm }: Database, { number }: Question) {
  return {
    scores: await orm.select().from(sourceScores).where(eq(sourceScores.question, number)),
    pairs: await orm.select().from(sourcePairs).where(eq(sourcePairs.question, number)),
  };
}

function keyOfPair({ inputId, source }: { readonly inputId: string; readonly source: string }): string {
  return `${inputId} ${source}`;
}

/** Whether all values are equal. The tolerance allows for rounding: the order of summation may differ. */
function isSame(stored: object, expected: object): boolean {
  return Object.entries(expected).every(([name, value]) => {
    const found: unknown = Reflect.get(stored, name);
    if (typeof value === "number" && typeof found === "number") return Math.abs(found - value) < 1e-9;
    return JSON.stringify(found) === JSON.stringify(value);
  });
}
