"use client";

import { ImportPreview } from "#components/import/import-preview.tsx";
import type { Entrance, LineResult } from "#components/import/use-import.ts";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { type Outputs, useTRPCClient } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";

interface ImportScreenProps {
  /** Release of the submitted requests. */
  readonly release: string;
  /** CSV file with the columns of an import and an example. */
  readonly template: string;
}

/** Imports submissions from a table or JSON. If a line is refused, the other lines are still imported. */
export function ImportScreen({ release, template }: ImportScreenProps) {
  const { submissions } = useTRPCClient();
  const entrance: Entrance = {
    words: { noun: "question", action: "Submit", done: "submitted", already: "already in review" },
    loadTarget: async () => (await import("#lib/files/questions.ts")).questionTarget(release),
    run: async (jsonl, preview) => (await submissions.import.mutate({ jsonl, preview })).map(toResult),
  };
  return (
    <Page
      width="narrow"
      title="Import submissions"
      about="CSV or .xlsx with one question per row, or JSON with one request per line. Each becomes one submission."
    >
      <p>
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`} download="questions.csv">
          Download template
        </a>
      </p>
      <ImportPreview entrance={entrance} />
    </Page>
  );
}

function toResult(report: Outputs["submissions"]["import"][number]): LineResult {
  const { line } = report;
  if (!report.ok) return { line, ok: false, message: `${report.message} (${report.code})`, cell: report.path };
  const { created: isNew, submissionId, title } = report;
  const text = visible(title);
  const details = submissionId === null ? text : <Link href={routes.submission(submissionId)}>{text}</Link>;
  return { line, ok: true, isNew, details };
}
