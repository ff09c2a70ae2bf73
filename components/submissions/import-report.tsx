import Link from "next/link";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";

interface ImportReportProps {
  readonly reports: Outputs["submissions"]["import"];
  /** Lines in all. */
  readonly total: number;
}

/** How far the import is, and what became of each line. */
export function ImportReport({ reports, total }: ImportReportProps) {
  const taken = reports.filter(({ ok }) => ok).length;
  return (
    <div style={{ marginTop: 28 }}>
      <Panel
        title="Report"
        aside={<progress max={total} value={reports.length} aria-label={`${reports.length} of ${total} lines`} />}
      >
        <p role="status">
          {reports.length < total ? `${reports.length} of ${countOf(total, "line")}: ` : ""}
          {countOf(taken, "line")} submitted, {countOf(reports.length - taken, "line")} refused.
        </p>
        <Table label="What became of each line">
          <thead>
            <tr>
              <th scope="col" data-number>
                Line
              </th>
              <th scope="col">Outcome</th>
              <th scope="col">What it says</th>
            </tr>
          </thead>
          <tbody>
            {reports.map((report) => (
              <tr key={report.line}>
                <th scope="row" data-number>
                  {report.line}
                </th>
                <td>
                  <StatusBadge tone={report.ok ? "good" : "bad"}>{report.ok ? "submitted" : "refused"}</StatusBadge>
                </td>
                <td style={{ overflowWrap: "anywhere" }}>
                  {report.ok ? (
                    <Link href={routes.submission(report.submissionId)}>The submission</Link>
                  ) : (
                    <>
                      <code>{report.code}</code> {visible(report.message)}{" "}
                      {report.path !== "" && <code>{report.path}</code>}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Panel>
    </div>
  );
}
