import Link from "next/link";
import { Digest } from "#components/ui/digest.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { formatCount, formatDuration, plainWords } from "#lib/format.ts";
import { type AuditEvent, AuditEventOutcome } from "./audit-event-outcome.tsx";
import { AuditEventSubject } from "./audit-event-subject.tsx";

/** One event of the chain. */
export function AuditEventRow({ record }: { readonly record: Outputs["records"]["list"]["records"][number] }) {
  const { seq, hash, event } = record;
  return (
    <tr>
      <td data-number>{formatCount(seq)}</td>
      <td>
        <TimeText at={event.at} zone={false} />
      </td>
      <th scope="row">{plainWords(event.kind)}</th>
      <td>
        <AuditEventOutcome event={event} />
      </td>
      <td data-number>
        <TimeTaken event={event} />
      </td>
      <td>
        <Link href={routes.records({ who: event.actor.id })} prefetch={false}>
          {event.actor.name}
        </Link>
      </td>
      <td>
        <AuditEventSubject event={event} />
      </td>
      <td data-minor>
        <Digest value={hash} />
      </td>
    </tr>
  );
}

function TimeTaken({ event }: { readonly event: AuditEvent }) {
  if (event.kind === "prediction.answered") return formatDuration(event.timing.gateway_total_ms);
  const isRefusal = event.kind === "prediction.refused" || event.kind === "prediction.failed";
  if (isRefusal && "total_ms" in event && event.total_ms !== undefined) return formatDuration(event.total_ms);
  return <span title="Only attempts are timed, and early refusals were not">—</span>;
}
