import { Progress } from "@mantine/core";
import Link from "next/link";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";

interface ImportReportProps {
  readonly reports: Outputs["submissions"]["import"];
  /** Lines in all. */
  readonly total: number;
}

/** The progress of the import, and the result of each line. */
export function ImportReport({ reports, total }: ImportReportProps) {
  const submitted = reports.filter(({ ok }) => ok).length;
  return (
    <Panel title="Report">
      <Progress value={(100 * reports.length) / total} aria-label={`${reports.length} of ${total} lines`} mb="xs" />
      <p role="status">
        {reports.length < total ? `${reports.length} of ${countOf(total, "line")}: ` : ""}
        {countOf(submitted, "line")} submitted, {countOf(reports.length - submitted, "line")} refused.
      </p>
      <DataTable
        label="Result of each line"
        rows={reports}
        keyOf={({ line }) => line}
        columns={[
          { name: "Line", isName: true, isNumber: true, show: ({ line }) => line },
          {
            name: "Outcome",
            show: ({ ok }) => <StatusBadge tone={ok ? "good" : "bad"}>{ok ? "submitted" : "refused"}</StatusBadge>,
          },
          {
            name: "Details",
            show: (report) =>
              report.ok ? (
                <Link href={routes.submission(report.submissionId)}>Open the submission</Link>
              ) : (
                <>
                  <code>{report.code}</code> {visible(report.message)}{" "}
                  {report.path !== "" && <code>{report.path}</code>}
                </>
              ),
          },
        ]}
      />
    </Panel>
  );
}
