import { isoDates } from "#server/base/iso-dates.ts";
import type { Evaluation } from "./read-evaluation.ts";

export function showEvaluation(
  { id, title, fileName, dataDigest, release, status, cases, selection, uploadedBy, uploadedAt, endedAt }: Evaluation,
  { done, uploader }: { readonly done: number; readonly uploader: string | undefined },
) {
  return isoDates({
    evaluationId: id,
    ...{ title, fileName, dataDigest, release, status, cases, uploadedBy, uploadedAt, endedAt },
    /** Whether the cases are resolved questions of this gateway, approved individually. */
    isResolved: selection !== null,
    /** Number of cases with an answer or a refusal. */
    done,
    uploader: uploader ?? uploadedBy,
  });
}
