import { sql } from "drizzle-orm";
import {
  EVALUATION_ACTION_NAMES,
  EVALUATION_ACTIONS,
  EVALUATION_STATUS_LABELS,
  type EvaluationAction,
} from "#lib/domain/evaluations.ts";
import { findRefusal } from "#lib/domain/find-refusal.ts";
import { type Holder, isPermitted, type Member } from "#lib/domain/members.ts";
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

interface Reader extends Holder {
  readonly id: string;
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
  reader: Reader,
): Block | null {
  if (status !== "in_review") {
    return {
      code: "CONFLICT",
      message: `This evaluation is no longer in review. Status: ${EVALUATION_STATUS_LABELS[status]}.`,
    };
  }
  const message = findRefusal(reader, "decide");
  if (message !== undefined) return { code: "FORBIDDEN", message };
  if (uploadedBy === reader.id) {
    return { code: "FORBIDDEN", message: "You uploaded this file, so another reviewer must decide." };
  }
  if (reader.wrote)
    return { code: "FORBIDDEN", message: "You wrote a task in this file, so another reviewer must decide." };
  if (reader.decided)
    return { code: "CONFLICT", message: "You have already approved this evaluation. Another reviewer must decide." };
  return null;
}

/**
 * Returns the actions that a member can perform in this status. Members who may not run evaluations, or who neither
 * uploaded the file nor may revoke approvals, can perform none.
 */
export function actionsFor(
  { status, uploadedBy }: Pick<Evaluation, "status" | "uploadedBy">,
  reader: Holder & Pick<Reader, "id">,
): readonly EvaluationAction[] {
  const isInCharge = uploadedBy === reader.id || isPermitted(reader, "revoke");
  if (!isInCharge || !isPermitted(reader, "evaluate")) return [];
  return EVALUATION_ACTION_NAMES.filter((action) => EVALUATION_ACTIONS[action].from.some((from) => from === status));
}
