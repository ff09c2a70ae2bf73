"use client";

import { useMutation } from "@tanstack/react-query";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { ImportForm } from "#components/ui/import-form.tsx";
import { LineReport } from "#components/ui/line-report.tsx";
import { Page } from "#components/ui/page.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { visible } from "#lib/format.ts";

/** Records outcomes from a file. A refused line does not stop the others. */
export function ImportScreen() {
  const trpc = useTRPC();
  const send = useMutation(trpc.outcomes.import.mutationOptions());
  return (
    <Page
      narrow
      title="Import outcomes"
      about="CSV with a header, or JSONL: task_id, option (or void: true), source, and if you like happened_at and note. Each entry then waits for another member’s confirmation."
    >
      <ImportForm
        label="CSV or JSONL file"
        accept=".csv,.jsonl,.ndjson,text/csv,application/jsonl"
        isPending={send.isPending}
        onImport={(file) => send.mutate({ file })}
      />
      <ErrorAlert title="The import was interrupted" error={send.error}>
        You can import the same file again: no entry is recorded twice.
      </ErrorAlert>
      {send.data !== undefined && (
        <LineReport
          lines={send.data}
          outcome={({ ok }) => (ok ? { tone: "good", word: "recorded" } : { tone: "bad", word: "refused" })}
          details={(report) => (report.ok ? <code>{report.taskId}</code> : visible(report.message))}
        />
      )}
    </Page>
  );
}
