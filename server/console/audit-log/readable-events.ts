import { and, type SQL } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { hideCandidateAnswers } from "./hide-candidate-answers.ts";
import { hideVerdicts } from "./hide-verdicts.ts";

/** Returns an SQL condition that hides the verdicts and candidate's answers that the member may not read yet. */
export async function readableEvents(
  context: Pick<ConsoleContext, "database" | "config">,
  member: Member,
): Promise<SQL | undefined> {
  return and(await hideVerdicts(context, member), hideCandidateAnswers);
}
