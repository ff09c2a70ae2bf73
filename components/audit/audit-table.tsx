"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Link } from "#components/ui/link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import { formatCount, formatDuration, plainWords } from "#lib/format.ts";
import { AuditEventOutcome, type Listed } from "./audit-event-outcome.tsx";
import { AuditEventSubject } from "./audit-event-subject.tsx";

const WholeEvent = lazily(async () => (await import("./whole-event.tsx")).WholeEvent);

const COLUMNS: readonly Column<Listed>[] = [
  { name: "Time (UTC)", show: ({ event }) => <TimeText exact at={event.at} zone={false} /> },
  { name: "Kind", isName: true, width: 150, show: ({ event }) => plainWords(event.kind) },
  { name: "Subject", isText: true, show: (row) => <AuditEventSubject {...row} /> },
  { name: "Code or outcome", width: 260, show: (row) => <AuditEventOutcome {...row} /> },
  { name: "Duration", isNumber: true, narrow: "leave out", show: ({ event }) => showDuration(event) },
  {
    name: "Actor",
    show: ({ event, actor }) => <Link href={routes.auditLog({ who: event.actor.id })}>{actor}</Link>,
  },
];

export function AuditTable({ events }: { readonly events: readonly Listed[] }) {
  const [open, setOpen] = useState<number>();
  const number: Column<Listed> = {
    name: "Event",
    isNumber: true,
    show: ({ seq }) => (
      <Button
        variant="subtle"
        size="compact-xs"
        px={4}
        aria-expanded={open === seq}
        title="Show the event"
        onClick={() => setOpen(open === seq ? undefined : seq)}
      >
        {formatCount(seq)}
      </Button>
    ),
  };
  return (
    <DataTable
      label="Audit events, newest first"
      rows={events}
      columns={[number, ...COLUMNS]}
      keyOf={({ seq }) => seq}
      showMore={(row) => row.seq === open && <WholeEvent {...row} />}
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
