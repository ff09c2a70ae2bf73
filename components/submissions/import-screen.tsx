"use client";

import { Button, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Page } from "#components/ui/page.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { splitJsonl } from "#lib/split-jsonl.ts";
import { ImportReport } from "./import-report.tsx";

type Report = Outputs["submissions"]["import"];

/** Submits many requests, one per line. A refused line does not stop the others. */
export function ImportScreen() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const [reports, setReports] = useState<Report>([]);
  const [total, setTotal] = useState(0);
  const send = useMutation(trpc.submissions.import.mutationOptions());
  const work = useMutation({
    async mutationFn(jsonl: string) {
      const batches = splitJsonl(jsonl);
      setReports([]);
      setTotal(batches.reduce((sum, { lines }) => sum + lines, 0));
      for (const batch of batches) {
        const report = await send.mutateAsync({ jsonl: batch.jsonl });
        setReports((before) => [...before, ...report.map((line) => ({ ...line, line: line.line + batch.offset }))]);
      }
      await queryClient.invalidateQueries(trpc.submissions.pathFilter());
    },
  });

  async function open({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (file !== undefined) setText(await file.text());
  }

  return (
    <Page
      narrow
      title="Import submissions"
      about={'One request per line, or {"request": …, "title": …, "note": …}. Each becomes a submission.'}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate(text);
        }}
      >
        <Stack gap="sm" align="start" mb="xl">
          <label>
            JSONL file <input type="file" accept=".jsonl,.ndjson,.json,application/jsonl" onChange={open} />
          </label>
          <Textarea
            label="Lines"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={6}
            maxRows={16}
            w="100%"
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
          />
          <Button type="submit" loading={work.isPending} disabled={text.trim() === ""}>
            Import
          </Button>
        </Stack>
      </form>
      <ErrorAlert title="The import was interrupted" error={work.error}>
        The lines below were imported. You can import the same file again: no line is submitted twice.
      </ErrorAlert>
      {total > 0 && <ImportReport reports={reports} total={total} />}
    </Page>
  );
}
