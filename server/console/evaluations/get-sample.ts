import { and, asc, eq, inArray } from "drizzle-orm";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Member } from "#lib/domain/members.ts";
import type { Finding } from "#lib/findings/finding.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluationCases } from "#server/db/evaluation-schema.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";
import type { Work } from "#server/limits/work.ts";
import { drawSample } from "./draw-sample.ts";
import { readCases } from "./read-answers.ts";
import { readEvaluation } from "./read-evaluation.ts";

export interface SampledCase {
  readonly index: number;
  readonly line: number;
  readonly set: string;
  readonly question: string;
  readonly outcome: string;
  readonly request: PredictionRequest;
  /** The option ids in the order of the file. */
  readonly options: readonly string[];
  readonly findings: readonly Finding[];
}

/** Returns the cases that this member must read before approving the file. */
export async function getSample(
  gateway: Pick<ConsoleContext, "database" | "model" | "now">,
  member: Member,
  id: string,
  work: Work,
): Promise<SampledCase[]> {
  const { database } = gateway;
  const evaluation = await readEvaluation(database.orm, id);
  const rows = await database.orm
    .select()
    .from(evaluationCases)
    .where(
      and(eq(evaluationCases.evaluationId, id), inArray(evaluationCases.index, [...drawSample(evaluation, member.id)])),
    )
    .orderBy(asc(evaluationCases.index));
  const cases = await readCases(database, evaluation.release, rows);
  const sampled: SampledCase[] = [];
  for (const [position, one] of cases.entries()) {
    await work.step();
    sampled.push({
      ...one,
      index: rows[position]?.index ?? 0,
      options: rows[position]?.options ?? Object.keys(one.request.task.criteria),
      findings: findingsOf(gateway, one.request),
    });
  }
  return sampled;
}
