import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/digest.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ApprovedInput } from "#server/model/model.ts";
import { requireApproval, requireBinding, requireRelease, requireSupported } from "./require-reviewed.ts";

/** Told as soon as it is known, so that the record of a refusal can say what it was about. */
export type TellAbout = (about: { readonly release?: string; readonly task_id: string; readonly input_id: string }) => void;

/**
 * Steps 7 to 9 of the order of checks: the release is served, it can use and may answer the task, the input is
 * approved. Rejects with the error of the step that refuses.
 */
export async function admit(
  gateway: Pick<Gateway, "model" | "standing">,
  requestId: string,
  { task, input, model: release }: PredictionRequest,
  tell: TellAbout = () => {},
): Promise<ApprovedInput> {
  const { model } = gateway;
  const taskId = identify(task).id;
  const inputId = identify(input).id;
  tell({ task_id: taskId, input_id: inputId });
  requireRelease(model, release);
  tell({ release, task_id: taskId, input_id: inputId });
  requireSupported(model, task, input);
  const standing = await gateway.standing({ release, taskId, inputId });
  requireBinding(standing);
  return requireApproval(standing, { requestId, task, input, taskId, inputId });
}
