import type { Reason } from "#lib/contract/reasons.ts";
import type { PredictionInput, PredictionRequest, Task } from "#lib/contract/request.ts";
import type { ReviewState } from "#server/audit/log/audit-log.ts";
import { type ContractError, GatewayError } from "#server/base/errors.ts";
import type { ApprovedInput, Model } from "#server/models/model.ts";
import type { ValidRequest } from "./valid-request.ts";

/**
 * Checks that the deployment serves the release, that the model supports the task, and that reviewers accepted the task
 * and the input. `readReviewState` returns the review state; for a prediction, it also records the opening event.
 */
export async function admit(
  model: Model,
  requestId: string,
  { request, task, input }: Pick<ValidRequest, "request" | "task" | "input">,
  readReviewState: () => Promise<ReviewState>,
): Promise<ApprovedInput> {
  requireRelease(model, request.model);
  requireSupported(model, task.value, input.value);
  const state = await readReviewState();
  if (!state.bound) {
    throw refusal(
      "TASK_NOT_SUPPORTED",
      "/task",
      "Reviewers have not accepted this task for this release yet.",
      "unreviewed",
    );
  }
  return requireApproval(state, {
    requestId,
    // The model gets the options in canonical order, so its forecast does not depend on the caller's order.
    task: task.value,
    input: input.value,
    taskId: task.id,
    inputId: input.id,
    canonical: { task: task.canonical, input: input.canonical },
  });
}

/** Returns the refusal of content that was erased: it is not kept again. */
export function erasedRefusal() {
  const code = "INPUT_QUALITY_UNVERIFIED";
  const message = "This content was erased. Only a member can submit it again.";
  return new GatewayError(code, { issues: [{ code, path: "/input", message }], reason: "erased" });
}

/** Returns whether a request was refused only because a review is missing. */
export function isReviewMissing(model: Model, { task, input }: PredictionRequest, error: ContractError): boolean {
  const { code, reason } = error;
  if (code === "INPUT_QUALITY_UNVERIFIED") return reason !== "erased";
  return code === "TASK_NOT_SUPPORTED" && model.supports(task, input).ok;
}

/** Throws unless the request names the release that this deployment serves. */
export function requireRelease(model: Model, release: string): void {
  const message = `This deployment serves the release ${model.release}.`;
  if (release !== model.release) throw refusal("MODEL_NOT_SUPPORTED", "/model", message);
}

function requireSupported(model: Model, task: Task, input: PredictionInput): void {
  const support = model.supports(task, input);
  if (support.ok) return;
  const { reason: message, path = "/input/context" } = support;
  throw new GatewayError("TASK_NOT_SUPPORTED", {
    message,
    issues: [{ code: "TASK_NOT_SUPPORTED", path, message }],
    reason: path.startsWith("/task") ? "unsupported_task" : "unusable_context",
  });
}

/** The only function that creates an ApprovedInput. Models accept no other type, so they never get unreviewed input. */
function requireApproval(state: ReviewState, input: Omit<ApprovedInput, keyof ApprovalProof>): ApprovedInput {
  if (state.approved) return input as ApprovedInput;
  throw refusal(
    "INPUT_QUALITY_UNVERIFIED",
    "/input",
    "This input has not passed quality review for this task yet.",
    "unreviewed",
  );
}

type ApprovalProof = { [K in keyof ApprovedInput as K extends symbol ? K : never]: ApprovedInput[K] };

type ReviewCode = "MODEL_NOT_SUPPORTED" | "TASK_NOT_SUPPORTED" | "INPUT_QUALITY_UNVERIFIED";

function refusal(code: ReviewCode, path: string, message: string, reason?: Reason): GatewayError {
  return new GatewayError(code, { issues: [{ code, path, message }], reason });
}
