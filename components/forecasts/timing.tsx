import { Bar } from "#components/ui/bar.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { FoldedPanel } from "#components/ui/panel.tsx";
import type { Timing as Times } from "#lib/contract/response.ts";
import { formatDuration } from "#lib/format.ts";
import { timingParts } from "./timing-parts.ts";

export function Timing({ timing }: { readonly timing: Times }) {
  const parts = timingParts(timing);
  const whole = Math.max(
    Number.MIN_VALUE,
    parts.reduce((sum, { ms }) => sum + ms, 0),
  );
  return (
    <FoldedPanel title={timing.cold_start ? "Timing: cold start" : "Timing: warm start"}>
      <DataTable
        label="Parts of the response time"
        rows={[...parts, { name: "Total", ms: timing.gateway_total_ms }]}
        keyOf={({ name }) => name}
        columns={[
          { name: "Part of the response time", isName: true, show: ({ name }) => name },
          { name: "Time", isNumber: true, show: ({ ms }) => formatDuration(ms) },
          { name: "Share", width: "40%", show: ({ ms }) => <Bar share={Math.min(1, ms / whole)} /> },
        ]}
      />
    </FoldedPanel>
  );
}
