"use client";

import { Button, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { DataTable } from "#components/ui/data-table.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { countOf, visible } from "#lib/format.ts";

/** Records many outcomes from a file. A refused line does not stop the others. */
export function ImportScreen() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [file, setFile] = useState("");
  const send = useMutation(
    trpc.outcomes.import.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.outcomes.pathFilter()),
    }),
  );

  async function open({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = currentTarget.files?.[0];
    if (chosen !== undefined) setFile(await chosen.text());
  }

  return (
    <Page
      narrow
      title="Import outcomes"
      about="CSV with a header, or JSONL: task_id, option (or void: true), source, and if you like happened_at and note. Each entry then waits for another member’s confirmation."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ file });
        }}
      >
        <Stack gap="sm" align="start" mb="xl">
          <label>
            CSV or JSONL file{" "}
            <input type="file" accept=".csv,.jsonl,.ndjson,text/csv,application/jsonl" onChange={open} />
          </label>
          <Textarea
            label="Lines"
            value={file}
            onChange={(event) => setFile(event.currentTarget.value)}
            autosize
            minRows={6}
            maxRows={16}
            w="100%"
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
          />
          <Button type="submit" loading={send.isPending} disabled={file.trim() === ""}>
            Import
          </Button>
        </Stack>
      </form>
      <ErrorAlert title="The import was interrupted" error={send.error}>
        You can import the same file again: no entry is recorded twice.
      </ErrorAlert>
      {send.data !== undefined && <Report reports={send.data} />}
    </Page>
  );
}

function Report({ reports }: { readonly reports: Outputs["outcomes"]["import"] }) {
  const recorded = reports.filter(({ ok }) => ok).length;
  return (
    <Panel title="Report">
      <p role="status">
        {countOf(recorded, "line")} recorded, {countOf(reports.length - recorded, "line")} refused.
      </p>
      <DataTable
        label="Result of each line"
        rows={reports}
        keyOf={({ line }) => line}
        columns={[
          { name: "Line", isName: true, isNumber: true, show: ({ line }) => line },
          {
            name: "Outcome",
            show: ({ ok }) => <StatusBadge tone={ok ? "good" : "bad"}>{ok ? "recorded" : "refused"}</StatusBadge>,
          },
          {
            name: "Details",
            show: (report) => (report.ok ? <code>{report.taskId}</code> : visible(report.message)),
          },
        ]}
      />
    </Panel>
  );
}
