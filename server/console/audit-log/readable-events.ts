import { and, type SQL, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { events } from "#server/db/schema.ts";
import { hideVerdicts } from "./hide-verdicts.ts";

/** Returns an SQL condition that hides the verdicts and candidate's answers that the member may not read yet. */
export async function readableEvents(
  context: Pick<ConsoleContext, "database" | "config">,
  member: Member,
): Promise<SQL | undefined> {
  return and(await hideVerdicts(context, member), hideCandidateAnswers);
}

/**
 * An SQL condition that hides answers of the candidate until the outcome of their question is confirmed, so that they
 * influence no member.
 */
export const hideCandidateAnswers = sql`(${events.kind} <> 'candidate.answered' or exists (
  select from ${outcomes} where ${outcomes.taskId} = ${events.taskId} and ${outcomes.status} = 'confirmed'
))`;
