"use client";

import { Button } from "@mantine/core";
import { postFile } from "#components/import/post-file.ts";
import type { Entrance, LineResult } from "#components/import/use-import.ts";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { type Outputs, useTRPCClient } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { MAX_IMPORTED } from "#lib/domain/submissions.ts";

type Report = Outputs["submissions"]["import"];

interface ImportScreenProps {
  /** Release of the submitted requests. */
  readonly release: string;
  /** CSV file with the columns of an import and an example. */
  readonly template: string;
}

const ImportPreview = lazily(async () => (await import("#components/import/import-preview.tsx")).ImportPreview);

/** Imports submissions from a table or JSON. If a line is refused, the other lines are still imported. */
export function ImportScreen({ release, template }: ImportScreenProps) {
  const { submissions } = useTRPCClient();
  const entrance: Entrance = {
    words: { noun: "question", action: "Submit", done: "submitted", already: "already in review" },
    loadTarget: async () => (await import("#lib/files/questions.ts")).questionTarget(release),
    // One call imports a file: its submissions can be reviewed together.
    linesPerCall: (preview) => (preview ? undefined : MAX_IMPORTED),
    async run(jsonl, preview) {
      const report = preview
        ? await submissions.import.mutate({ jsonl, preview })
        : await postFile<Report>("/api/import/submissions", {}, jsonl);
      return report.map(toResult);
    },
  };
  return (
    <Page
      width="narrow"
      title="Import questions"
      about="CSV or .xlsx with one question per row, or JSON with one request per line. Each becomes one submission."
      actions={
        <Button
          component="a"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
          download="questions.csv"
          variant="default"
        >
          Download template
        </Button>
      }
    >
      <ImportPreview entrance={entrance} />
    </Page>
  );
}

function toResult(report: Report[number]): LineResult {
  const { line } = report;
  if (!report.ok) return { line, ok: false, message: `${report.message} (${report.code})`, cell: report.path };
  const { created: isNew, submissionId, title } = report;
  const text = <ForeignText text={title} />;
  const details = submissionId === null ? text : <Link href={routes.submission(submissionId)}>{text}</Link>;
  return { line, ok: true, isNew, details };
}
