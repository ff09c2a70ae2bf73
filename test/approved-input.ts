import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/base/digest.ts";
import type { ApprovedInput } from "#server/models/model.ts";

/** Returns an input as if reviewers had approved it, for tests that call a model directly. */
export function approvedInput({ task, input }: Pick<PredictionRequest, "task" | "input">): ApprovedInput {
  const canonical = { task: identify(task).canonical, input: identify(input).canonical };
  const ids = { requestId: "01890a5d-ac96-774b-bcce-b302099a8057", taskId: "t", inputId: "i" };
  return { task, input, canonical, ...ids } as ApprovedInput;
}
