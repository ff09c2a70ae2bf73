import { StatusBadge, type Tone } from "#components/ui/status-badge.tsx";
import { STATUS_LABELS, type Status } from "#lib/console/submissions.ts";

const TONES: Readonly<Record<Status, Tone>> = {
  submitted: "off",
  approved: "good",
  changes_requested: "warn",
  rejected: "bad",
  withdrawn: "off",
};

export function SubmissionState({ status }: { readonly status: Status }) {
  return <StatusBadge tone={TONES[status]}>{STATUS_LABELS[status]}</StatusBadge>;
}
