import { sql } from "drizzle-orm";
import { outcomes } from "#server/db/outcome-schema.ts";
import { events } from "#server/db/schema.ts";

/**
 * An SQL condition that hides answers of the candidate until the outcome of their question is confirmed, so that they
 * influence no member.
 */
export const hideCandidateAnswers = sql`(${events.kind} <> 'candidate.answered' or exists (
  select from ${outcomes} where ${outcomes.taskId} = ${events.taskId} and ${outcomes.status} = 'confirmed'
))`;
