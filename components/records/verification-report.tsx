import { Notice } from "#components/ui/notice.tsx";
import { State } from "#components/ui/state.tsx";
import { countOf, formatCount, shortDigest } from "#lib/format.ts";

export interface Report {
  readonly ok: boolean;
  readonly events: number;
  readonly head: string | null;
  readonly checkpoints: number;
  readonly faults: readonly { readonly seq: number; readonly fault: string }[];
}

/** What a verification found. */
export function VerificationReport({ report }: { readonly report: Report }) {
  const { ok, events, head, checkpoints, faults } = report;
  if (ok) {
    return (
      <p role="status">
        <State tone="good">The chain is whole</State>: {countOf(events, "event")} up to{" "}
        <code title={head ?? ""}>{shortDigest(head ?? "")}</code>, {countOf(checkpoints, "checkpoint")} in agreement.
      </p>
    );
  }
  return (
    <Notice title="The chain is broken" tone="bad" live>
      <p>
        {countOf(faults.length, "fault")} in {countOf(events, "event")}. Stop what writes to the database, keep a copy
        of it as it is, and compare it with your backups and checkpoints.
      </p>
      <ul>
        {faults.map(({ seq, fault }) => (
          <li key={`${seq} ${fault}`}>
            event {formatCount(seq)}: {fault}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
