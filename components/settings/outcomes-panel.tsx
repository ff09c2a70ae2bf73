import { Bar } from "#components/ui/bar.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, formatCount } from "#lib/format.ts";

interface OutcomesPanelProps {
  readonly counts: Outputs["system"]["status"]["outcomes"]["counts"];
  readonly hours: number;
}

export function OutcomesPanel({ counts, hours }: OutcomesPanelProps) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const title = `Requests in the last ${hours} hours`;
  if (total === 0) return <Panel title={title}>No requests. Requests without a valid API key are not recorded.</Panel>;
  return (
    <Panel title={title} aside={<Link href={routes.auditLog()}>Audit log</Link>}>
      <DataTable
        label={`${countOf(total, "request")} by code`}
        rows={counts}
        keyOf={({ code }) => code ?? ""}
        columns={[
          {
            name: "Outcome",
            isName: true,
            show: ({ code }) => (code === null ? "answered" : <Link href={routes.auditLog({ code })}>{code}</Link>),
          },
          { name: "Count", isNumber: true, show: ({ count }) => formatCount(count) },
          {
            name: "Share",
            width: "40%",
            show: ({ code, count }) => <Bar share={count / total} strong={code === null} />,
          },
        ]}
      />
    </Panel>
  );
}
