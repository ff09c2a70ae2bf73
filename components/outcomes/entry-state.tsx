import { StatusBadge, type Tone } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { OptionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome, OUTCOME_LABELS, type OutcomeStatus } from "#lib/domain/outcomes.ts";
import { visible } from "#lib/format.ts";

export type Entry = Outputs["outcomes"]["get"]["entries"][number];

const TONES: Readonly<Record<OutcomeStatus, Tone>> = { recorded: "warn", confirmed: "good", replaced: "off" };

interface EntryStateProps {
  readonly entry: Entry;
  readonly labels: OptionLabels;
}

export function EntryState({ entry: { option, status, recorder, confirmer }, labels }: EntryStateProps) {
  return (
    <span>
      <strong title={option ?? undefined} dir="auto">
        {nameOutcome(option, labels)}
      </strong>{" "}
      <StatusBadge tone={TONES[status]}>{OUTCOME_LABELS[status]}</StatusBadge> by{" "}
      {confirmer === null ? recorder : `${recorder} and ${confirmer}`}
    </span>
  );
}

export function EntryDetails({ entry: { happenedAt, recordedAt, source, note } }: { readonly entry: Entry }) {
  return (
    <div>
      Decided at <TimeText exact at={happenedAt} />, recorded at <TimeText exact at={recordedAt} />. Source:{" "}
      {visible(source)}
      {note !== "" && <div>Note: {visible(note)}</div>}
    </div>
  );
}
