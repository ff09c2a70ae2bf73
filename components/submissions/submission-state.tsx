import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Status } from "#lib/contract/statuses.ts";
import { STATUS_LABELS, STATUS_TONES } from "#lib/domain/submissions.ts";

export function SubmissionState({ status }: { readonly status: Status }) {
  return <StatusBadge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusBadge>;
}
