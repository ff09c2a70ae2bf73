import { and, asc, eq, inArray } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { evaluationCases } from "#server/db/evaluation-schema.ts";
import { readRequests } from "#server/gateway/forecasts/read-content.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";
import type { Work } from "#server/limits/work.ts";
import { drawSample } from "./draw-sample.ts";
import { readEvaluation } from "./read-evaluation.ts";

/** Returns the cases that this member must read before approving the file. */
export async function getSample(
  gateway: Pick<ConsoleContext, "database" | "model" | "now">,
  member: Member,
  id: string,
  work: Work,
) {
  const { database } = gateway;
  const evaluation = await readEvaluation(database.orm, id);
  const rows = await database.orm
    .select()
    .from(evaluationCases)
    .where(
      and(eq(evaluationCases.evaluationId, id), inArray(evaluationCases.index, [...drawSample(evaluation, member.id)])),
    )
    .orderBy(asc(evaluationCases.index));
  const requestOf = await readRequests(database, evaluation.release, rows);
  const sampled = [];
  for (const { index, line, set, question, outcome, options, ...subject } of rows) {
    await work.step();
    const request = requestOf(subject);
    sampled.push({
      ...{ index, line, set, question, outcome, request },
      options: options ?? Object.keys(request.task.criteria),
      findings: findingsOf(gateway, request),
    });
  }
  return sampled;
}
