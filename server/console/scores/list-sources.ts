import { asc, isNotNull } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { MIN_SOURCE_QUESTIONS } from "#lib/domain/sources.ts";
import { skill } from "#lib/stats/scores.ts";
import { isSignificant } from "#lib/stats/significance.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Database } from "#server/db/open.ts";
import { sourceAliases } from "#server/db/source-schema.ts";
import { findAliasBlock } from "./change-alias.ts";
import { type Figure, figureOf } from "./compute-figure.ts";
import { type SourceFilter, type SourceSums, sumSources } from "./sum-sources.ts";

/** Number of sources on the page. The download contains all sources. */
const LISTED = 100;

/** Scores of a source. Each is a mean over questions of the mean over the source's forecasts of the question. */
export interface SourceRecord {
  readonly source: string;
  readonly questions: number;
  readonly forecasts: number;
  readonly brier: number;
  /** In nats. Probabilities below 0.0005 count as 0.0005. */
  readonly log: number;
  /** Skill compared with a uniform forecast. */
  readonly skill: { readonly brier: number; readonly log: number };
  /** Null if no input that quotes the source has a scored forecast. */
  readonly difference: Difference | null;
}

/**
 * Mean log score of the gateway's forecasts minus the log score of the source's newest forecast in the same input, with its
 * 95 % interval. Above 0, the source is better.
 */
export interface Difference extends Figure {
  readonly questions: number;
  /** Whether the interval excludes 0, with at least 100 questions. */
  readonly isSignificant: boolean;
}

export interface SourcePage {
  readonly sources: readonly SourceRecord[];
  /** Number of all sources that the filter selects. */
  readonly total: number;
  /** Active aliases, in alphabetical order. */
  readonly aliases: readonly { readonly alias: string; readonly source: string }[];
  /** The reason why the reader may not change aliases; null if the reader may. */
  readonly may: { readonly changeAliases: string | null };
}

export async function listSources(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  { role }: Pick<Member, "role">,
  filter: Omit<SourceFilter, "name">,
): Promise<SourcePage> {
  const rows = await sumSources(database, now(), filter, { limit: LISTED });
  return {
    sources: rows.map(toRecord),
    total: rows[0]?.total ?? 0,
    aliases: await listAliases(database),
    may: { changeAliases: findAliasBlock(role) },
  };
}

async function listAliases({ orm }: Database) {
  const rows = await orm
    .select()
    .from(sourceAliases)
    .where(isNotNull(sourceAliases.source))
    .orderBy(asc(sourceAliases.source), asc(sourceAliases.alias));
  return rows.map(({ alias, source }) => ({ alias, source: source ?? "" }));
}

/** Returns a source's number of questions, and its Brier score if there are enough questions. */
export async function getSource(
  { database, now }: Pick<ConsoleContext, "database" | "now">,
  name: string,
): Promise<{ readonly questions: number; readonly brier: number | null }> {
  const [row] = await sumSources(database, now(), { name }, { limit: 1 });
  const { questions, brier } = row ?? { questions: 0, brier: 0 };
  return { questions, brier: questions < MIN_SOURCE_QUESTIONS ? null : brier };
}

export function toRecord(sums: SourceSums): SourceRecord {
  const { source, questions, forecasts, brier, log, uniformBrier, uniformLog } = sums;
  return {
    source,
    questions,
    forecasts,
    brier,
    log,
    skill: { brier: skill(brier, uniformBrier) ?? 0, log: skill(log, uniformLog) ?? 0 },
    difference: differenceOf(sums),
  };
}

function differenceOf({ groupQuestions, groupDifferences }: SourceSums): Difference | null {
  if (groupQuestions === null || groupDifferences === null) return null;
  const questions = addUp(groupQuestions);
  const figure = figureOf(addUp(groupDifferences) / questions, groupDifferences, groupQuestions);
  return { ...figure, questions, isSignificant: isSignificant(questions, figure.interval) };
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
