import { v7 as uuid } from "uuid";
import { isContractError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readSubmission } from "#server/console/submissions/get-submission.ts";
import { admit } from "#server/gateway/predict/admit.ts";
import { lookUpReviewState } from "#server/gateway/predict/review-state.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import type { Work } from "#server/limits/work.ts";

export type Influence =
  | { readonly ok: false; readonly reason: string }
  | {
      readonly ok: true;
      readonly modelVersion: string;
      /** Total variation distance (0..1) per observation; null if the model has no answer without the observation. */
      readonly observations: readonly (number | null)[];
    };

/**
 * Returns the influence of each observation of an approved input: the distance between the answers with and without
 * that observation. Returns distances only, and only while the approval is active, because a forecast for a changed
 * input needs its own approval.
 */
export async function readInfluence(
  { database, model, now }: Pick<ConsoleContext, "database" | "model" | "now">,
  submissionId: string,
  work: Work,
): Promise<Influence> {
  const { influence } = model;
  if (influence === undefined) {
    return { ok: false, reason: "This model does not compute the influence of observations on its answers." };
  }
  const { submission, request } = await readSubmission(database, submissionId);
  const { release, taskId, inputId } = submission;
  const valid = new ValidRequest({ request, options: submission.options });
  try {
    const subject = { release, task_id: taskId, input_id: inputId };
    const approved = await admit(model, uuid(), valid, () => lookUpReviewState(database, subject, now()));
    return { ok: true, modelVersion: model.status().version ?? "", observations: await influence(approved, work.step) };
  } catch (error) {
    if (!isContractError(error) || error.code === "AUDIT_UNAVAILABLE") throw error;
    return { ok: false, reason: error.issues[0]?.message ?? error.message };
  }
}
