import { StatusBadge, type Tone } from "#components/ui/status-badge.tsx";
import { EVALUATION_STATUS_LABELS, type EvaluationStatus } from "#lib/domain/evaluations.ts";

const TONES: Readonly<Record<EvaluationStatus, Tone>> = {
  in_review: "warn",
  rejected: "bad",
  approved: "good",
  running: "good",
  paused: "warn",
  finished: "good",
  stopped: "off",
};

export function EvaluationState({ status }: { readonly status: EvaluationStatus }) {
  return <StatusBadge tone={TONES[status]}>{EVALUATION_STATUS_LABELS[status]}</StatusBadge>;
}
