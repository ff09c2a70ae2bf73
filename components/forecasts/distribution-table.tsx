import { Table } from "#components/ui/table.tsx";
import { visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

interface DistributionTableProps {
  readonly order: readonly string[];
  readonly probabilities: Readonly<Record<string, number>>;
  readonly criteria: Readonly<Record<string, string | null>>;
  readonly tied: readonly string[];
}

/** Every option with what it means, its percent, and the value to the last digit. */
export function DistributionTable({ order, probabilities, criteria, tied }: DistributionTableProps) {
  return (
    <Table label="Probability of each option" fold>
      <thead>
        <tr>
          <th scope="col">Option</th>
          <th scope="col">Means</th>
          <th scope="col" data-number>
            Percent
          </th>
          <th scope="col" data-number>
            Exact value
          </th>
        </tr>
      </thead>
      <tbody>
        {order.map((option) => (
          <tr key={option}>
            <th scope="row" data-label="Option">
              {option}
              {tied.includes(option) && " (tied)"}
            </th>
            <td data-label="Means">{visible(criteria[option] ?? "—")}</td>
            <td data-number data-label="Percent">
              {formatPercent(probabilities[option] ?? 0)}
            </td>
            <td data-number data-label="Exact value">
              <code>{probabilities[option]}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
