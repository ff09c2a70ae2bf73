import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { GatewayError } from "#server/errors.ts";
import type { ReviewState } from "#server/infra/audit-log/audit-log.ts";
import type { ApprovedInput, Model } from "#server/infra/models/model.ts";

/** Step 7: the request names the release that this deployment serves. */
export function requireRelease(model: Model, release: string): void {
  if (release === model.release) return;
  const message = `This deployment serves the release ${model.release}.`;
  throw new GatewayError("MODEL_NOT_SUPPORTED", { issues: [{ code: "MODEL_NOT_SUPPORTED", path: "/model", message }] });
}

/** Step 8, first half: the release can use this task and input. */
export function requireSupported(model: Model, task: Task, input: PredictionInput): void {
  const support = model.supports(task, input);
  if (support.ok) return;
  const { reason: message, path = "/input/context" } = support;
  throw new GatewayError("TASK_NOT_SUPPORTED", { message, issues: [{ code: "TASK_NOT_SUPPORTED", path, message }] });
}

/** Step 8, second half: a binding is in force. */
export function requireBinding(standing: ReviewState): void {
  if (standing.bound) return;
  const message = "No review has accepted this task for this release yet.";
  throw new GatewayError("TASK_NOT_SUPPORTED", { issues: [{ code: "TASK_NOT_SUPPORTED", path: "/task", message }] });
}

/**
 * Step 9: an approval is in force. The only place that makes an ApprovedInput, which is all that a model accepts: so
 * nothing unreviewed can reach one by mistake.
 */
export function requireApproval(
  standing: ReviewState,
  approved: Omit<ApprovedInput, keyof ApprovalProof>,
): ApprovedInput {
  if (standing.approved) return approved as ApprovedInput;
  const message = "This input has not passed quality review for this task yet.";
  const issue = { code: "INPUT_QUALITY_UNVERIFIED", path: "/input", message } as const;
  throw new GatewayError("INPUT_QUALITY_UNVERIFIED", { issues: [issue] });
}

type ApprovalProof = { [K in keyof ApprovedInput as K extends symbol ? K : never]: ApprovedInput[K] };
