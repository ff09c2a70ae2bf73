import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { Link } from "#components/ui/link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import { formatCount, formatDuration, plainWords } from "#lib/format.ts";
import { AuditEventOutcome, type Listed } from "./audit-event-outcome.tsx";
import { AuditEventSubject } from "./audit-event-subject.tsx";

const COLUMNS: readonly Column<Listed>[] = [
  { name: "Event", isNumber: true, show: ({ seq }) => formatCount(seq) },
  { name: "Time (UTC)", show: ({ event }) => <TimeText exact at={event.at} zone={false} /> },
  { name: "Kind", isName: true, show: ({ event }) => plainWords(event.kind) },
  { name: "Code or outcome", show: (row) => <AuditEventOutcome {...row} /> },
  { name: "Duration", isNumber: true, narrow: "leave out", show: ({ event }) => showDuration(event) },
  {
    name: "Actor",
    show: ({ event, actor }) => <Link href={routes.auditLog({ who: event.actor.id })}>{actor}</Link>,
  },
  { name: "Subject", show: (row) => <AuditEventSubject {...row} /> },
  { name: "Hash", narrow: "leave out", show: ({ hash }) => <Digest value={hash} /> },
  {
    name: "Proof",
    show: ({ seq }) => (
      <a href={routes.proofFile(seq)} title={`Proof of event ${seq}`}>
        download
      </a>
    ),
  },
];

export function AuditTable({ events }: { readonly events: readonly Listed[] }) {
  return (
    <DataTable
      label="Audit events, newest first"
      rows={events}
      columns={COLUMNS}
      keyOf={({ seq }) => seq}
      fold="plain"
    />
  );
}

function showDuration(event: Listed["event"]) {
  if (event.kind === "prediction.answered") return formatDuration(event.timing.gateway_total_ms);
  const isRefusal = event.kind === "prediction.refused" || event.kind === "prediction.failed";
  if (isRefusal && "total_ms" in event) return formatDuration(event.total_ms);
  return <span title="Only predictions have a duration">—</span>;
}
