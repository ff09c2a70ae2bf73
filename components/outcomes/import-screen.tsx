"use client";

import { useMutation } from "@tanstack/react-query";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { ImportForm } from "#components/ui/import-form.tsx";
import { LineReport } from "#components/ui/line-report.tsx";
import { Page } from "#components/ui/page.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { visible } from "#lib/format.ts";

/** Imports outcomes from a file. If a line is refused, the other lines are still imported. */
export function ImportScreen() {
  const trpc = useTRPC();
  const send = useMutation(trpc.outcomes.import.mutationOptions());
  return (
    <Page
      width="narrow"
      title="Import outcomes"
      about="CSV with a header row, or JSONL. Required fields: task_id, source, and either option or void: true. Optional fields: happened_at, note. Another member must confirm each outcome."
    >
      <ImportForm
        label="CSV or JSONL file"
        accept=".csv,.jsonl,.ndjson,text/csv,application/jsonl"
        isPending={send.isPending}
        onImport={(file) => send.mutate({ file })}
      />
      <ErrorAlert title="The import was interrupted" error={send.error}>
        Import the same file again. No outcome is recorded twice.
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
