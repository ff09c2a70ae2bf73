import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Status } from "#lib/console/submissions-query.ts";
import { plainWords } from "#lib/format.ts";

const TONES = {
  submitted: "off",
  approved: "good",
  changes_requested: "warn",
  rejected: "bad",
  withdrawn: "off",
} as const;

const WORDS: Partial<Record<Status, string>> = { submitted: "in review" };

export function SubmissionState({ status }: { readonly status: Status }) {
  return <StatusBadge tone={TONES[status]}>{WORDS[status] ?? plainWords(status)}</StatusBadge>;
}
