"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { EvaluationReportView } from "#components/scores/evaluation-report.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

/** URLs by format. `jsonl`: the cases of an evaluation on resolved questions. */
export type ReportFiles = Readonly<Record<"json" | "html" | "jsonl", string>>;

/** Report of a finished evaluation. The scores equal those of `npm run evaluate` on the same file. */
export function ReportPanels({ evaluationId, files }: { readonly evaluationId: string; readonly files: ReportFiles }) {
  const trpc = useTRPC();
  const { data: report } = useSuspenseQuery(trpc.evaluations.report.queryOptions({ evaluationId }));
  const downloads = (
    <>
      Download the report as <a href={files.html}>HTML</a> or <a href={files.json}>JSON</a>
    </>
  );
  return <EvaluationReportView report={report} aside={downloads} />;
}
