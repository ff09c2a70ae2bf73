import { and, avg, count, eq, lte, sql, sum } from "drizzle-orm";
import { bootstrapClusters, type Cluster, type Interval } from "#lib/stats/bootstrap.ts";
import { isSignificant } from "#lib/stats/significance.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { candidateScores, forecastScores } from "#server/db/outcome-schema.ts";

/** Mean scores over questions, and the difference with its 95 % interval. */
export interface PairedFigure {
  readonly release: number;
  readonly candidate: number;
  /** `candidate` minus `release`: negative if the candidate is better. */
  readonly difference: number;
  /** Null with fewer than two questions. */
  readonly interval: Interval | null;
  /** Whether there are at least 100 questions and the interval does not contain 0. */
  readonly isSignificant: boolean;
}

/** Scores of one candidate version and one release version on the predictions that both answered. */
export interface CandidateComparison {
  readonly candidateVersion: string;
  readonly releaseVersion: string;
  readonly forecasts: number;
  readonly questions: number;
  readonly log: PairedFigure;
  readonly brier: PairedFigure;
}

export interface CandidateRecord {
  /** The configured candidate; null if there is none. */
  readonly candidate: { readonly adapter: string; readonly share: number } | null;
  /** The comparison with the most questions comes first. */
  readonly comparisons: readonly CandidateComparison[];
}

/**
 * Compares the candidate with the release on the same forecasts. Like the track record, contains questions whose
 * resolution date has passed, averages the forecasts of a question first, and leaves out forecasts that are
 * retrospective, also if only for the candidate.
 */
export async function readCandidateRecord(
  gateway: Pick<ConsoleContext, "config" | "database" | "now">,
): Promise<CandidateRecord> {
  const { candidate } = gateway.config;
  const comparisons = [
    ...Map.groupBy(await readGroups(gateway), (row) => `${row.candidateVersion} ${row.releaseVersion}`),
  ]
    .flatMap(([, groups]) => compare(groups))
    .sort((one, other) => other.questions - one.questions);
  return {
    candidate: candidate === undefined ? null : { adapter: candidate.adapter, share: candidate.share },
    comparisons,
  };
}

type Group = Awaited<ReturnType<typeof readGroups>>[number];

/** Returns sums of the mean scores of questions, per pair of versions and random group of questions. */
async function readGroups({ database: { orm }, now }: Pick<ConsoleContext, "database" | "now">) {
  const mean = (column: Parameters<typeof avg>[0], name: string) => avg(column).mapWith(Number).as(name);
  const questions = orm
    .select({
      candidateVersion: sql<string>`${candidateScores.version}`.as("candidate_version"),
      releaseVersion: sql<string>`${forecastScores.version}`.as("release_version"),
      bucket: forecastScores.bucket,
      forecasts: count().as("forecasts"),
      releaseLog: mean(forecastScores.log, "release_log"),
      candidateLog: mean(candidateScores.log, "candidate_log"),
      releaseBrier: mean(forecastScores.brier, "release_brier"),
      candidateBrier: mean(candidateScores.brier, "candidate_brier"),
    })
    .from(candidateScores)
    .innerJoin(forecastScores, eq(forecastScores.requestId, candidateScores.predictionId))
    .where(
      and(
        lte(forecastScores.countsFrom, now()),
        eq(forecastScores.retrospective, false),
        eq(candidateScores.retrospective, false),
      ),
    )
    .groupBy(candidateScores.version, forecastScores.version, forecastScores.bucket, candidateScores.taskId)
    .as("questions");
  const total = (column: Parameters<typeof sum>[0]) => sum(column).mapWith(Number);
  return orm
    .select({
      candidateVersion: questions.candidateVersion,
      releaseVersion: questions.releaseVersion,
      questions: count(),
      forecasts: total(questions.forecasts),
      releaseLog: total(questions.releaseLog),
      candidateLog: total(questions.candidateLog),
      releaseBrier: total(questions.releaseBrier),
      candidateBrier: total(questions.candidateBrier),
    })
    .from(questions)
    .groupBy(questions.candidateVersion, questions.releaseVersion, questions.bucket)
    .orderBy(questions.candidateVersion, questions.releaseVersion, questions.bucket);
}

function compare(groups: readonly Group[]): CandidateComparison[] {
  const [first] = groups;
  if (first === undefined) return [];
  const { candidateVersion, releaseVersion } = first;
  return [
    {
      candidateVersion,
      releaseVersion,
      forecasts: groups.reduce((total, { forecasts }) => total + forecasts, 0),
      questions: groups.reduce((total, { questions }) => total + questions, 0),
      log: pair(groups.map((group) => ({ sums: [group.releaseLog, group.candidateLog], cases: group.questions }))),
      brier: pair(
        groups.map((group) => ({ sums: [group.releaseBrier, group.candidateBrier], cases: group.questions })),
      ),
    },
  ];
}

/** Paired bootstrap: draws groups of questions with the scores of both. */
function pair(clusters: readonly Cluster[]): PairedFigure {
  const questions = clusters.reduce((total, { cases }) => total + cases, 0);
  const [release, candidate] = [0, 1].map(
    (index) => clusters.reduce((total, { sums }) => total + (sums[index] ?? 0), 0) / questions,
  ) as [number, number];
  const interval = bootstrapClusters(clusters, ([one = 0, other = 0]) => other - one) ?? null;
  return {
    release,
    candidate,
    difference: candidate - release,
    interval,
    isSignificant: isSignificant(questions, interval),
  };
}
