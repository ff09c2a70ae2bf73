import type { EvaluationStatus } from "#lib/domain/evaluations.ts";
import type { Evaluation } from "./read-evaluation.ts";

export interface ShownEvaluation {
  readonly evaluationId: string;
  readonly title: string;
  readonly fileName: string;
  readonly dataDigest: string;
  readonly release: string;
  readonly status: EvaluationStatus;
  readonly cases: number;
  /** Whether the cases are resolved questions of this gateway, approved individually. */
  readonly isResolved: boolean;
  /** Number of cases with an answer or a refusal. */
  readonly done: number;
  readonly uploadedBy: string;
  readonly uploader: string;
  readonly uploadedAt: string;
  readonly endedAt: string | null;
}

export function showEvaluation(
  { id, title, fileName, dataDigest, release, status, cases, selection, uploadedBy, uploadedAt, endedAt }: Evaluation,
  { done, uploader }: { readonly done: number; readonly uploader: string | undefined },
): ShownEvaluation {
  return {
    evaluationId: id,
    title,
    fileName,
    dataDigest,
    release,
    status,
    cases,
    isResolved: selection !== null,
    done,
    uploadedBy,
    uploader: uploader ?? uploadedBy,
    uploadedAt: uploadedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
