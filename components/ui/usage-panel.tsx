import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { UsageTotal } from "#lib/domain/token-usage.ts";
import { formatCount, formatMoney } from "#lib/format.ts";

interface UsagePanelProps {
  readonly aside?: string;
  /** Heading of the column of names. */
  readonly heading: string;
  readonly rows: readonly (UsageTotal & { readonly id: string; readonly name: string })[];
}

/** Shows the token usage and cost of language models. Empty in deployments without a language model. */
export function UsagePanel({ aside, heading, rows }: UsagePanelProps) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Token usage" aside={aside}>
      <DataTable
        label="Token usage"
        rows={rows}
        fold="named"
        keyOf={({ id, currency }) => `${id} ${currency}`}
        columns={[
          { name: heading, isName: true, show: ({ name }) => name },
          { name: "Requests", isNumber: true, show: ({ requests }) => formatCount(requests) },
          { name: "Input tokens", isNumber: true, show: ({ input_tokens }) => formatCount(input_tokens) },
          { name: "Cached input tokens", isNumber: true, show: (row) => formatCount(row.cached_input_tokens) },
          { name: "Output tokens", isNumber: true, show: ({ output_tokens }) => formatCount(output_tokens) },
          { name: "Reasoning tokens", isNumber: true, show: (row) => formatCount(row.reasoning_tokens) },
          {
            name: "Cost",
            isNumber: true,
            show: ({ cost, currency }) => (currency === "" ? "no price set" : formatMoney(cost, currency)),
          },
        ]}
      />
    </Panel>
  );
}
