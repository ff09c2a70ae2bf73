import type { PredictionRequest } from "#lib/contract/request.ts";
import { identify } from "#server/digest.ts";
import type { ReviewState } from "#server/infra/audit-log/audit-log.ts";
import type { Subject } from "#server/infra/audit-log/event.ts";
import type { ApprovedInput, Model } from "#server/infra/models/model.ts";
import type { About } from "./attempt.ts";
import { requireApproval, requireBinding, requireRelease, requireSupported } from "./require-reviewed.ts";

export interface Admitting {
  readonly model: Model;
  readonly requestId: string;
  /** Asks what review says; for a prediction, the same step opens its record. */
  readonly standing: (subject: Subject) => Promise<ReviewState>;
  /** Told as soon as it is known, so that the record of a refusal can say what it was about. */
  readonly tell?: (about: About) => void;
}

/**
 * Steps 7 to 9 of the order of checks: the release is served, it can use and may answer the task, the input is
 * approved. Rejects with the error of the step that refuses.
 */
export async function admit(
  { model, requestId, standing, tell = () => {} }: Admitting,
  request: PredictionRequest,
): Promise<ApprovedInput> {
  const { task, input } = request;
  const [asked, known] = [identify(task), identify(input)];
  const content = { task_id: asked.id, input_id: known.id };
  tell(content);
  requireRelease(model, request.model);
  tell({ ...content, release: model.release });
  requireSupported(model, task, input);
  const found = await standing({ request_id: requestId, release: model.release, ...content });
  requireBinding(found);
  return requireApproval(found, {
    requestId,
    // A model sees the canonical order, whatever the caller's: its numbers depend on the content alone.
    task: JSON.parse(asked.canonical),
    input: JSON.parse(known.canonical),
    taskId: asked.id,
    inputId: known.id,
  });
}
