import { Table } from "#components/ui/table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Observation } from "#lib/contract/request.ts";
import type { Finding } from "#lib/findings/finding.ts";
import { Marked } from "./marked.tsx";
import styles from "./observation-table.module.css";
import { StructuredData } from "./structured-data.tsx";

interface ObservationTableProps {
  readonly context: readonly Observation[];
  readonly findings: readonly Finding[];
}

/** Every observation in full, in the order of the request. */
export function ObservationTable({ context, findings }: ObservationTableProps) {
  return (
    <Table label="Observations" fold>
      <thead>
        <tr>
          <th scope="col" data-number>
            No.
          </th>
          <th scope="col">Observed</th>
          <th scope="col">What it says</th>
        </tr>
      </thead>
      <tbody>
        {context.map((observation, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: observations have no name but their place, and never move.
          <tr key={index} id={`observation-${index}`} className={styles.row}>
            <th scope="row" data-number data-label="No.">
              {index}
            </th>
            <td className={styles.when} data-label="Observed">
              <TimeText at={observation.observed_at} />
            </td>
            <td className={styles.says}>
              {observation.type === "text" ? (
                <Marked text={observation.text} path={`/input/context/${index}/text`} findings={findings} />
              ) : (
                <StructuredData data={observation.data} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
