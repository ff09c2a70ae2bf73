import { eq } from "drizzle-orm";
import { EVALUATION_ACTIONS, EVALUATION_STATUS_LABELS, type EvaluationAction } from "#lib/domain/evaluations.ts";
import type { SignedIn } from "#lib/domain/members.ts";
import { type EventContent, memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readRole } from "#server/console/members/read-role.ts";
import { evaluations } from "#server/db/evaluation-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { actionsFor } from "./evaluation-permissions.ts";
import { type Evaluation, lockEvaluation } from "./read-evaluation.ts";

/**
 * Starts, pauses, resumes or stops an evaluation. After a pause or stop, no process opens another case, but the answers
 * to open cases are still recorded. Throws FORBIDDEN if the member may not perform the action, CONFLICT if the
 * evaluation's status or the served release does not allow the action.
 */
export async function actOnEvaluation(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now" | "jobs">,
  member: SignedIn,
  id: string,
  action: EvaluationAction,
): Promise<Evaluation> {
  const changed = await inTransaction(gateway.database, async (transaction) => {
    const role = await readRole(transaction, member);
    const evaluation = await lockEvaluation(transaction, id);
    const { from, to: status } = EVALUATION_ACTIONS[action];
    if (!from.some((one) => one === evaluation.status)) {
      const message = `This evaluation is ${EVALUATION_STATUS_LABELS[evaluation.status]}. Reload the page.`;
      throw new GatewayError("CONFLICT", { message });
    }
    if (!actionsFor(evaluation, { id: member.id, role }).includes(action)) {
      throw new GatewayError("FORBIDDEN", {
        message: "Only the uploader, reviewers and administrators can start, pause, resume or stop this evaluation.",
      });
    }
    if (status === "running" && evaluation.release !== gateway.model.release) {
      const message = `This file is for the release ${evaluation.release}, but this deployment serves ${gateway.model.release}.`;
      throw new GatewayError("CONFLICT", { message });
    }
    const changes = { status, ...(action === "stop" ? { endedAt: gateway.now() } : {}) };
    await transaction.update(evaluations).set(changes).where(eq(evaluations.id, id));
    await gateway.events.appendIn(transaction, memberActor(member), eventOf(id, action));
    return { ...evaluation, ...changes };
  });
  if (changed.status === "running") await gateway.jobs.offer("evaluation", id);
  return changed;
}

function eventOf(id: string, action: EvaluationAction): EventContent {
  switch (action) {
    case "start":
      return { kind: "evaluation.started", evaluation_id: id };
    case "pause":
      return { kind: "evaluation.paused", evaluation_id: id };
    case "resume":
      return { kind: "evaluation.resumed", evaluation_id: id };
    case "stop":
      return { kind: "evaluation.ended", evaluation_id: id, status: "stopped", report_digest: null };
  }
}
