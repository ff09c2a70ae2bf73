import { StatusBadge, type Tone } from "#components/ui/status-badge.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { nameOutcome, OUTCOME_LABELS, type OutcomeStatus } from "#lib/console/outcomes.ts";

export type Entry = Outputs["outcomes"]["get"]["entries"][number];

const TONES: Readonly<Record<OutcomeStatus, Tone>> = { recorded: "warn", confirmed: "good", replaced: "off" };

/** What an entry says, and whether it counts. */
export function EntryState({ entry: { option, status, recorder, confirmer } }: { readonly entry: Entry }) {
  return (
    <span>
      <strong>{nameOutcome(option)}</strong> <StatusBadge tone={TONES[status]}>{OUTCOME_LABELS[status]}</StatusBadge> by{" "}
      {confirmer === null ? recorder : `${recorder} and ${confirmer}`}
    </span>
  );
}
