import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import { MIN_SOURCE_QUESTIONS } from "#lib/domain/sources.ts";
import { DIMENSION_NAMES } from "#lib/domain/track-record.ts";
import { HORIZONS } from "#lib/scores/horizon.ts";
import type { Section, Summary } from "#lib/scores/report.ts";
import type { QuoteFilter } from "#lib/scores/score-quotes.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes, scoredQuestions } from "#server/db/outcome-schema.ts";
import { events } from "#server/db/schema.ts";
import type { Work } from "#server/limits/work.ts";
import { CHANGES } from "#server/models/pool/changes.ts";
import { readSettings } from "./current-report.ts";
import type { Part } from "./part-of-record.ts";
import { readAliases } from "./read-aliases.ts";
import { readRecordedQuestions } from "./read-recorded-questions.ts";

export type Gateway = Pick<ConsoleContext, "config" | "database" | "now" | "computer" | "scores">;

/** `label`: the name of the reviewer in the dimension `reviewer`; otherwise the same as `value`. */
type Labelled<Group> = Group & { readonly label: string };

/**
 * Returns the scores of one part of the track record, the summaries of all parts, and the numbers of forecasts without a
 * score, which are not part of the stored report.
 */
export async function readTrackRecord(gateway: Gateway, part: Part, work: Work) {
  const { report, isUpdating } = await gateway.scores.read(work);
  const reviewers = report.sections.filter(({ dimension }) => dimension === "reviewer");
  const [notScored, names] = await Promise.all([
    countNotScored(gateway.database),
    nameActors(
      gateway.database,
      reviewers.map(({ value }) => value),
    ),
  ]);
  const label = <Group extends Summary>(group: Group): Labelled<Group> => {
    const name = group.dimension === "reviewer" ? names.get(group.value) : undefined;
    return { ...group, label: name ?? group.value };
  };
  const found = report.sections.find(({ dimension, value }) => dimension === part.dimension && value === part.value);
  return {
    asOf: report.asOf,
    isUpdating,
    /** Null if nothing in the requested part has been scored. */
    part: found === undefined ? null : label(found),
    /** Without the whole record and months, grouped by dimension. */
    parts: report.sections
      .filter(({ dimension }) => dimension !== "all" && dimension !== "month")
      .map((section) => label(summaryOf(section)))
      .sort(byOrder),
    versions: part.dimension === "all" ? listVersions(report.sections) : [],
    notScored,
  };
}

export type ShownRecord = Awaited<ReturnType<typeof readTrackRecord>>;

function summaryOf({
  dimension,
  value,
  forecasts,
  questions,
  log,
  brier,
  overForecasts,
  references,
}: Section): Summary {
  return { dimension, value, forecasts, questions, log, brier, overForecasts, references };
}

const HORIZON_NAMES: readonly string[] = HORIZONS.map(({ name }) => name);
const DIMENSIONS: readonly string[] = DIMENSION_NAMES;

/** Sorts by dimension, then by horizon or number of options; other dimensions by most questions first. */
function byOrder(a: Summary, b: Summary): number {
  if (a.dimension !== b.dimension) return DIMENSIONS.indexOf(a.dimension) - DIMENSIONS.indexOf(b.dimension);
  if (a.dimension === "horizon") return HORIZON_NAMES.indexOf(a.value) - HORIZON_NAMES.indexOf(b.value);
  if (a.dimension === "options") return Number(a.value) - Number(b.value);
  return b.questions - a.questions;
}

/** Returns the comparisons of the candidate with the release, the one with the most questions first. */
export async function readCandidateRecord(gateway: Gateway, work: Work) {
  const { candidate } = gateway.config;
  const { report, isUpdating } = await gateway.scores.read(work);
  return {
    asOf: report.asOf,
    isUpdating,
    /** The configured candidate; null if there is none. */
    candidate: candidate === undefined ? null : { adapter: candidate.adapter, share: candidate.share },
    comparisons: report.candidates.toSorted((one, other) => other.questions - one.questions),
  };
}

const MAX_SOURCES = 100;

/** Returns the worth of observations, with the sources that have the most questions, and the scores by finding. */
export async function readObservationRecord({ scores }: Gateway, work: Work, maxSources = MAX_SOURCES) {
  const { report, isUpdating } = await scores.read(work);
  const sources = report.worths.filter(({ dimension }) => dimension === "source");
  const others = report.worths.filter(({ dimension }) => dimension !== "source");
  return {
    asOf: report.asOf,
    isUpdating,
    worths: [...others, ...sources.slice(0, maxSources)],
    /** Number of different sources, of which `worths` has at most `maxSources`. */
    sources: sources.length,
    findings: report.findings,
  };
}

/** Returns all sources that the filter selects, the ones with the most questions first. */
export async function readSources(gateway: Gateway, filter: QuoteFilter, work: Work) {
  const { report, isUpdating } = await gateway.scores.read(work);
  const sources = isEmpty(filter) ? report.sources : await selectSources(gateway, filter, work);
  return { asOf: report.asOf, isUpdating, sources: sources.toSorted(byQuestions) };
}

/** The stored report has no groups by tag and horizon, so their scores are computed. */
async function selectSources(gateway: Gateway, filter: QuoteFilter, { aside, signal }: Work) {
  const { computer, database, now } = gateway;
  const settings = await readSettings(database, now());
  return aside(() => computer.sources(settings, filter, readRecordedQuestions(database), signal));
}

function isEmpty({ horizon, tag }: QuoteFilter): boolean {
  return horizon === undefined && tag === undefined;
}

/** Number of sources on the page. The download contains all sources. */
const LISTED = 100;

export async function listSources(gateway: Gateway, filter: QuoteFilter, work: Work) {
  const [found, aliases] = await Promise.all([readSources(gateway, filter, work), readAliases(gateway.database)]);
  return {
    ...found,
    sources: found.sources.slice(0, LISTED),
    /** Number of all sources that the filter selects. */
    total: found.sources.length,
    aliases,
  };
}

/** Returns a source's number of questions, and its Brier score if there are enough questions. */
export async function getSource(
  { database, scores }: Gateway,
  name: string,
  work: Work,
): Promise<{ readonly questions: number; readonly brier: number | null }> {
  const aliases = await readAliases(database);
  const listed = aliases.find(({ alias }) => alias === name)?.source ?? name;
  const source = (await scores.read(work)).report.sources.find(({ value }) => value === listed);
  const questions = source?.questions ?? 0;
  return { questions, brier: source === undefined || questions < MIN_SOURCE_QUESTIONS ? null : source.brier.value };
}

const byQuestions = (a: Summary, b: Summary) => b.questions - a.questions || (a.value < b.value ? -1 : 1);

interface NotScored {
  /** Forecasts made at or after the time when the outcome was decided. */
  readonly late: number;
  readonly voidQuestions: number;
  readonly voidForecasts: number;
  /** Questions with a recorded outcome, but without a confirmed one. */
  readonly unconfirmedQuestions: number;
}

/** Covers all questions. Forecasts made after the outcome was confirmed count as late. */
export async function countNotScored({ orm }: Database): Promise<NotScored> {
  const { taskId, through, before, late } = scoredQuestions;
  const since = orm
    .select({ count: count().as("count") })
    .from(events)
    .where(and(eq(events.kind, "prediction.answered"), eq(events.taskId, taskId), gt(events.seq, through)))
    .as("since");
  const [[done], [waiting]] = await Promise.all([
    orm
      .select({
        late: sql<number>`coalesce(sum(${late} + ${since.count}), 0)::int`,
        voidQuestions: sql<number>`(count(*) filter (where ${isNull(scoredQuestions.option)}))::int`,
        voidForecasts: sql<number>`coalesce(sum(${before}) filter (where ${isNull(scoredQuestions.option)}), 0)::int`,
      })
      .from(scoredQuestions)
      .leftJoinLateral(since, sql`true`),
    orm
      .select({ count: sql<number>`count(*)::int` })
      .from(outcomes)
      .leftJoin(scoredQuestions, eq(scoredQuestions.taskId, outcomes.taskId))
      .where(and(eq(outcomes.status, "recorded"), isNull(scoredQuestions.taskId))),
  ]);
  return {
    late: done?.late ?? 0,
    voidQuestions: done?.voidQuestions ?? 0,
    voidForecasts: done?.voidForecasts ?? 0,
    unconfirmedQuestions: waiting?.count ?? 0,
  };
}

const MAX_VERSIONS = 10;
const KNOWN = Object.keys(CHANGES);

/** Returns the latest versions of the release, in the order of the first months in which they have scores. */
export function listVersions(sections: readonly Pick<Section, "dimension" | "value" | "periods">[]) {
  const versions = sections.filter(({ dimension }) => dimension === "version");
  return versions
    .map(({ value, periods: [first] }) => ({
      version: value,
      month: first?.value ?? "",
      /** The sentence in `CHANGES`; null for other models and earlier versions. */
      change: CHANGES[value] ?? null,
    }))
    .sort((a, b) => a.month.localeCompare(b.month) || KNOWN.indexOf(a.version) - KNOWN.indexOf(b.version))
    .slice(-MAX_VERSIONS);
}
