import { Table } from "#components/ui/table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Observation } from "#lib/contract/request.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { describeObservation } from "./describe-observation.ts";
import type { PoolTrace } from "./read-trace.ts";
import styles from "./trace-panel.module.css";

interface UsedObservationsProps {
  readonly trace: PoolTrace;
  readonly context: readonly Observation[];
}

/** Each observation with its share in the answer, or why it has none. */
export function UsedObservations({ trace, context }: UsedObservationsProps) {
  const rows = [
    ...trace.used.map(({ observation, weight }) => ({ observation, said: formatWeight(weight) })),
    ...trace.ignored.map(({ observation, reason }) => ({ observation, said: `not used: ${reason}` })),
  ].sort((a, b) => a.observation - b.observation);
  return (
    <Table label="Observations and their weight" fold>
      <thead>
        <tr>
          <th scope="col">Observation</th>
          <th scope="col">Observed</th>
          <th scope="col">Weight</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ observation, said }) => (
          <tr key={observation}>
            <th scope="row" data-label="Observation">
              <span className={styles.observation}>
                <code>[{observation}]</code> {describeObservation(context[observation])}
              </span>
            </th>
            <td data-label="Observed">
              {context[observation] !== undefined && <TimeText at={context[observation].observed_at} />}
            </td>
            <td data-label="Weight">{said}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function formatWeight(weight: number): string {
  return weight >= 0 && weight <= 1 ? formatPercent(weight) : String(weight);
}
