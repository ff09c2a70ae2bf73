import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { Link } from "#components/ui/link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { formatCount, formatDuration, plainWords } from "#lib/format.ts";
import { type AuditEvent, AuditEventOutcome } from "./audit-event-outcome.tsx";
import { AuditEventSubject } from "./audit-event-subject.tsx";

type Recorded = Outputs["audit"]["list"]["events"][number];

const COLUMNS: readonly Column<Recorded>[] = [
  { name: "Event", isNumber: true, show: ({ seq }) => formatCount(seq) },
  { name: "Time (UTC)", show: ({ event }) => <TimeText exact at={event.at} zone={false} /> },
  { name: "Kind", isName: true, show: ({ event }) => plainWords(event.kind) },
  { name: "Code or outcome", show: ({ event }) => <AuditEventOutcome event={event} /> },
  { name: "Duration", isNumber: true, narrow: "leave out", show: ({ event }) => showDuration(event) },
  {
    name: "Actor",
    show: ({ event }) => <Link href={routes.auditLog({ who: event.actor.id })}>{event.actor.name}</Link>,
  },
  { name: "Subject", show: ({ event }) => <AuditEventSubject event={event} /> },
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

export function AuditTable({ events }: { readonly events: readonly Recorded[] }) {
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

function showDuration(event: AuditEvent) {
  if (event.kind === "prediction.answered") return formatDuration(event.timing.gateway_total_ms);
  const isRefusal = event.kind === "prediction.refused" || event.kind === "prediction.failed";
  if (isRefusal && "total_ms" in event) return formatDuration(event.total_ms);
  return <span title="Only predictions have a duration">—</span>;
}
