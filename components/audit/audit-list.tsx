"use client";

import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Inputs, useTRPC } from "#components/ui/trpc.ts";
import type { AuditQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { formatCount, formatDuration, plainWords, visible } from "#lib/format.ts";
import { AuditEventOutcome, ERASED, type Listed } from "./audit-event-outcome.tsx";
import { describeProtection } from "./describe-protection.ts";

interface AuditListProps {
  readonly query: AuditQuery;
  readonly input: Inputs["audit"]["list"];
  /** Rendered on the server, so that the list of error codes is not sent to the browser. */
  readonly filters: ReactNode;
  /** URLs of the whole audit log and of its contents; undefined if the reader may not download them. */
  readonly files: { readonly events: string; readonly contents: string } | undefined;
}

export function AuditList({ query, input, filters, files }: AuditListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.audit.list.queryOptions(input));
  return (
    <ListPage
      title="Audit log"
      about={describeProtection(data.checkpoint)}
      actions={
        <>
          <Link href={routes.verify}>Verify a proof</Link>
          {files !== undefined && (
            <>
              <a href={files.events}>Download audit log (JSONL)</a>
              <a href={files.contents}>Download its contents</a>
            </>
          )}
        </>
      }
      news={<VerifyChain />}
      filters={filters}
      empty={data.events.length === 0 ? <NoEvents /> : undefined}
      pages={{
        after: query.after,
        next: data.next,
        href: (after) => routes.auditLog({ ...query, after }),
        labels: ["Newest events", "Older events"],
      }}
    >
      <AuditTable events={data.events} />
    </ListPage>
  );
}

function NoEvents() {
  return (
    <Empty
      title="No matching event"
      icon={IconFilterOff}
      next={<NextStep href={routes.auditLog({ show: "everything" })} label="Show all events" />}
    >
      Clear a filter or show all events. Calls without a valid API key are not recorded.
    </Empty>
  );
}

const WholeEvent = lazily(async () => (await import("./whole-event.tsx")).WholeEvent);

const COLUMNS: readonly Column<Listed>[] = [
  { name: "Time (UTC)", show: ({ event }) => <TimeText exact at={event.at} bare /> },
  { name: "Kind", isName: true, width: 150, show: ({ event }) => plainWords(event.kind) },
  { name: "Subject", isText: true, show: (row) => <AuditEventSubject {...row} /> },
  { name: "Code or outcome", isText: true, width: 260, show: (row) => <AuditEventOutcome {...row} /> },
  { name: "Duration", isNumber: true, narrow: "leave out", show: ({ event }) => showDuration(event) },
  {
    name: "Actor",
    show: ({ event, actor }) => <Link href={routes.auditLog({ who: event.actor.id })}>{actor}</Link>,
  },
];

function AuditTable({ events }: { readonly events: readonly Listed[] }) {
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

/** A link to the forecast, submission or question that the event concerns, or its name. */
function AuditEventSubject({ event, credential, question }: Pick<Listed, "event" | "credential" | "question">) {
  if (question !== null && "task_id" in event) return <QuestionLink href={hrefOf(event)} question={question} />;
  if ("count" in event) {
    return (
      <>
        since <TimeText exact at={event.since} bare />
      </>
    );
  }
  if ("evaluation_id" in event) {
    return (
      <Link href={routes.evaluation(event.evaluation_id)}>
        {"case_index" in event ? `evaluation, case ${event.case_index + 1}` : "evaluation"}
      </Link>
    );
  }
  if ("submission_id" in event) {
    return <Link href={routes.submission(event.submission_id)}>submission</Link>;
  }
  if ("request_id" in event) return <code title={event.request_id}>{event.request_id.slice(-12)}</code>;
  if ("task_id" in event) {
    return (
      <Link href={routes.question(event.task_id)}>
        <Digest value={event.task_id} />
      </Link>
    );
  }
  if ("erasure_id" in event) return <code title={event.erasure_id}>{event.erasure_id.slice(-12)}</code>;
  if ("hold_id" in event) return <code title={event.hold_id}>{event.hold_id.slice(-12)}</code>;
  if ("credential_id" in event) return credential;
  if ("database_id" in event) return <code title={event.database_id}>{event.database_id.slice(-12)}</code>;
  if ("digest" in event) return <Digest value={event.digest} />;
  if ("file" in event) return visible(event.file);
  if ("alias" in event) return visible(event.alias ?? ERASED);
  if ("email" in event) return event.email === "" ? "anyone with the link" : (event.email ?? ERASED);
  if ("member_id" in event) return <code title={event.member_id}>{event.member_id.slice(-12)}</code>;
  return "the organisation";
}

function hrefOf(event: Extract<Listed["event"], { readonly task_id?: string }>): string {
  if (event.kind === "prediction.answered") return routes.forecast(event.request_id);
  if ("prediction_id" in event) return routes.forecast(event.prediction_id);
  if ("evaluation_id" in event) return routes.evaluation(event.evaluation_id);
  return "submission_id" in event ? routes.submission(event.submission_id) : routes.question(event.task_id ?? "");
}

type State =
  | { readonly at: "rest" }
  | { readonly at: "work"; readonly events: number; readonly total: number }
  | { readonly at: "end"; readonly report: ReactNode }
  | { readonly at: "failure" };

/** Button that verifies the audit log on the server and shows the progress. Loads its modules on demand. */
function VerifyChain() {
  const [state, setState] = useState<State>({ at: "rest" });

  async function verify() {
    setState({ at: "work", events: 0, total: 0 });
    const { watchVerification } = await import("./watch-verification.ts");
    watchVerification({
      onProgress: (events, total) => setState({ at: "work", events, total }),
      onEnd: (report) =>
        import("./verification-report.tsx").then(
          ({ VerificationReport }) => setState({ at: "end", report: <VerificationReport report={report} /> }),
          () => setState({ at: "failure" }),
        ),
      onFailure: () => setState({ at: "failure" }),
    });
  }

  return (
    <Group gap="sm" mb="md">
      <Button variant="default" disabled={state.at === "work"} onClick={() => void verify()}>
        Verify audit log
      </Button>
      {state.at === "rest" && (
        <Text c="dimmed">
          Recomputes every hash, checks the signed checkpoints, and compares the decisions with the active approvals.
        </Text>
      )}
      {state.at === "work" && (
        <Stack gap={4} flex="1 1 220px" maw={420} role="status">
          <span>
            {formatCount(state.events)} of {state.total === 0 ? "…" : formatCount(state.total)} events
          </span>
          <Progress value={(100 * state.events) / Math.max(1, state.total)} aria-label="Verification progress" />
        </Stack>
      )}
      {state.at === "end" && state.report}
      {state.at === "failure" && (
        <Text c="dimmed" role="alert">
          The verification was interrupted and has no result. Try again.
        </Text>
      )}
    </Group>
  );
}
