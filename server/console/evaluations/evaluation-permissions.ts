import { sql } from "drizzle-orm";
import {
  EVALUATION_ACTION_NAMES,
  EVALUATION_ACTIONS,
  EVALUATION_STATUS_LABELS,
  type EvaluationAction,
} from "#lib/domain/evaluations.ts";
import type { Member } from "#lib/domain/members.ts";
import { isPermitted, type Role } from "#lib/domain/members.ts";
import type { Config } from "#server/config/read-config.ts";
import { tasksWrittenBy } from "#server/console/submissions/written-by.ts";
import type { Drizzle } from "#server/db/open.ts";
import type { Evaluation } from "./read-evaluations.ts";

/** Whether the member wrote a task of this evaluation. Authors of a task may not decide on the evaluation. */
export async function wroteTask(
  orm: Drizzle,
  config: Config,
  member: Pick<Member, "id">,
  evaluationId: string,
): Promise<boolean> {
  const { rows } = await orm.execute<{ wrote: boolean }>(sql`
    select exists (
      select from evaluation_cases where evaluation_id = ${evaluationId} and task_id in ${tasksWrittenBy(config, member)}
    ) as wrote`);
  return rows[0]?.wrote ?? false;
}

interface Reader {
  readonly id: string;
  /** Undefined for a disabled member. */
  readonly role: Role | undefined;
  /** Whether the reader wrote a task in the file. */
  readonly wrote: boolean;
  readonly decided: boolean;
}

interface Block {
  readonly code: "CONFLICT" | "FORBIDDEN";
  readonly message: string;
}

/** Returns the reason why a member cannot decide on a file; null if the member can. */
export function findDecisionBlock(
  { status, uploadedBy }: Pick<Evaluation, "status" | "uploadedBy">,
  { id, role, wrote, decided }: Reader,
): Block | null {
  if (status !== "in_review") {
    return {
      code: "CONFLICT",
      message: `This evaluation is no longer in review. Status: ${EVALUATION_STATUS_LABELS[status]}.`,
    };
  }
  if (role === undefined || !isPermitted(role, "decide")) {
    return { code: "FORBIDDEN", message: "Only reviewers can approve or reject an evaluation." };
  }
  if (uploadedBy === id) {
    return { code: "FORBIDDEN", message: "You uploaded this file, so another reviewer must decide." };
  }
  if (wrote) return { code: "FORBIDDEN", message: "You wrote a task in this file, so another reviewer must decide." };
  if (decided)
    return { code: "CONFLICT", message: "You have already approved this evaluation. Another reviewer must decide." };
  return null;
}

/**
 * Returns the actions that a member can perform in this status. Members who did not upload the file and may not revoke
 * approvals can perform none.
 */
export function actionsFor(
  { status, uploadedBy }: Pick<Evaluation, "status" | "uploadedBy">,
  { id, role }: Pick<Reader, "id" | "role">,
): readonly EvaluationAction[] {
  if (role === undefined || !(uploadedBy === id || isPermitted(role, "revoke"))) return [];
  return EVALUATION_ACTION_NAMES.filter((action) => EVALUATION_ACTIONS[action].from.some((from) => from === status));
}
