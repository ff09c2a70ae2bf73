"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { ImportForm } from "#components/ui/import-form.tsx";
import { LineReport } from "#components/ui/line-report.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { splitJsonl } from "#lib/split-jsonl.ts";

type Report = Outputs["submissions"]["import"];

/** Result for a line that exceeds the size limit. Such a line is not sent to the server. */
const TOO_LONG: Report[number] = {
  line: 1,
  ok: false,
  code: "REQUEST_TOO_LARGE",
  message: "The line is too long.",
  path: "",
};

/** Imports submissions from JSONL. If a line is refused, the other lines are still imported. */
export function ImportScreen() {
  const trpc = useTRPC();
  const [reports, setReports] = useState<Report>([]);
  const [total, setTotal] = useState(0);
  const send = useMutation(trpc.submissions.import.mutationOptions());
  const work = useMutation({
    async mutationFn(jsonl: string) {
      const batches = splitJsonl(jsonl);
      setReports([]);
      setTotal(batches.reduce((sum, { lines }) => sum + lines, 0));
      for (const batch of batches) {
        const report = batch.jsonl === undefined ? [TOO_LONG] : await send.mutateAsync({ jsonl: batch.jsonl });
        setReports((before) => [...before, ...report.map((line) => ({ ...line, line: line.line + batch.offset }))]);
      }
    },
  });
  useLeaveWarning(work.isPending || reports.some(({ ok }) => !ok));

  return (
    <Page
      width="narrow"
      title="Import submissions"
      about={'JSONL: each line is a request, or {"request": …, "title": …, "note": …}, and becomes one submission.'}
    >
      <ImportForm
        label="JSONL file"
        accept=".jsonl,.ndjson,.json,application/jsonl"
        isPending={work.isPending}
        onImport={work.mutate}
      />
      <ErrorAlert title="The import was interrupted" error={work.error}>
        The lines below were processed. To continue, import the same file again. Submissions that are in review are not
        duplicated, but submissions that were decided or withdrawn are submitted again.
      </ErrorAlert>
      {total > 0 && <LineReport lines={reports} total={total} outcome={outcomeOf} details={describeLine} />}
    </Page>
  );
}

function outcomeOf(report: Report[number]) {
  if (!report.ok) return { tone: "bad", word: "refused" } as const;
  return report.created
    ? ({ tone: "good", word: "submitted" } as const)
    : ({ tone: "off", word: "already in review" } as const);
}

function describeLine(report: Report[number]) {
  if (report.ok) return <Link href={routes.submission(report.submissionId)}>{visible(report.title)}</Link>;
  return (
    <>
      {visible(report.message)} <code>{report.code}</code> {report.path !== "" && <code>{report.path}</code>}
    </>
  );
}

/** While `matters` is true, the browser asks before leaving the page, because the report is not stored anywhere else. */
function useLeaveWarning(matters: boolean): void {
  useEffect(() => {
    if (!matters) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [matters]);
}
