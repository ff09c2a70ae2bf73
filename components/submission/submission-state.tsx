import { State } from "#components/ui/state.tsx";
import { plainWords } from "#lib/format.ts";
import type { Status } from "#lib/submissions-query.ts";

const TONES = {
  submitted: "off",
  approved: "good",
  changes_requested: "warn",
  rejected: "bad",
  withdrawn: "off",
} as const;

const WORDS: Partial<Record<Status, string>> = { submitted: "waits for review" };

export function SubmissionState({ status }: { readonly status: Status }) {
  return <State tone={TONES[status]}>{WORDS[status] ?? plainWords(status)}</State>;
}
