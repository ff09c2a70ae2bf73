import type { Outputs } from "#components/frame/trpc.ts";
import { Digest } from "#components/ui/digest.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { formatCount, formatDuration, plainWords } from "#lib/format.ts";
import { RecordOutcome } from "./record-outcome.tsx";
import { RecordSubject } from "./record-subject.tsx";

/** One event of the chain. */
export function RecordRow({ record }: { readonly record: Outputs["records"]["list"]["records"][number] }) {
  const { seq, hash, event } = record;
  return (
    <tr>
      <td data-number data-label="Event">
        {formatCount(seq)}
      </td>
      <td data-label="At (UTC)">
        <TimeText at={event.at} zone={false} />
      </td>
      <th scope="row" data-label="What">
        {plainWords(event.kind)}
      </th>
      <td data-label="Outcome">
        <RecordOutcome event={event} />
      </td>
      <td data-number data-label="Time taken">
        {event.kind === "prediction.answered" ? formatDuration(event.timing.gateway_total_ms) : <NotMeasured />}
      </td>
      <td data-label="Who">{event.actor.name}</td>
      <td data-label="About">
        <RecordSubject event={event} />
      </td>
      <td data-label="Hash">
        <Digest value={hash} />
      </td>
    </tr>
  );
}

function NotMeasured() {
  return <span title="Only answers are timed">—</span>;
}
