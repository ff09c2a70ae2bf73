import { DataTable } from "#components/ui/data-table.tsx";
import { visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

interface DistributionTableProps {
  readonly order: readonly string[];
  readonly probabilities: Readonly<Record<string, number>>;
  readonly criteria: Readonly<Record<string, string | null>>;
  readonly tied: readonly string[];
}

export function DistributionTable({ order, probabilities, criteria, tied }: DistributionTableProps) {
  return (
    <DataTable
      label="Probability of each option"
      rows={order}
      keyOf={(option) => option}
      fold="named"
      columns={[
        { name: "Option", isName: true, show: (option) => `${option}${tied.includes(option) ? " (tied)" : ""}` },
        { name: "Description", isText: true, show: (option) => visible(criteria[option] ?? "—") },
        { name: "Percent", isNumber: true, show: (option) => formatPercent(probabilities[option] ?? 0) },
        { name: "Exact value", isNumber: true, show: (option) => <code>{probabilities[option]}</code> },
      ]}
    />
  );
}
