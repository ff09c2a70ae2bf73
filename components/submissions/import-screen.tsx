"use client";

import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import styles from "#components/ui/form.module.css";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { splitJsonl } from "#lib/split-jsonl.ts";
import { ImportReport } from "./import-report.tsx";

type Report = Outputs["submissions"]["import"];

/** Many requests at once, a line each; a line that is refused does not hold up the others. */
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
    <Page narrow>
      <PageHead
        title="Import submissions"
        about={'A request a line, or {"request": …, "title": …, "note": …}. Each becomes a submission of yours.'}
      />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate(text);
        }}
      >
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
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
        />
        <div>
          <Button type="submit" loading={work.isPending} disabled={text.trim() === ""}>
            Import
          </Button>
        </div>
      </form>
      {work.isError && (
        <Alert title="The import broke off" tone="bad" live>
          {work.error.message} What is listed below was imported; the same lines can be sent again without harm.
        </Alert>
      )}
      {total > 0 && <ImportReport reports={reports} total={total} />}
    </Page>
  );
}
