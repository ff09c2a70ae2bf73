import Link from "next/link";
import { Bar } from "#components/forecasts/bar.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, formatCount } from "#lib/format.ts";
import { Hours } from "./hours.tsx";
import styles from "./outcomes-panel.module.css";
import { sumByCode } from "./sum-outcomes.ts";

interface OutcomesPanelProps {
  readonly outcomes: Outputs["system"]["status"]["outcomes"];
  readonly hours: number;
}

/** Answers and refusals of the last hours: by hour, and by code. */
export function OutcomesPanel({ outcomes, hours }: OutcomesPanelProps) {
  const rows = sumByCode(outcomes.counts);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const title = `Answers and refusals, last ${hours} hours`;
  if (total === 0)
    return <Panel title={title}>No request came in. Refusals of unknown callers are not recorded.</Panel>;
  return (
    <Panel title={title} aside={<Link href={routes.records()}>All records</Link>}>
      {outcomes.truncated && <p>There were more than are counted at once: the earliest are left out.</p>}
      <div className={styles.columns}>
        <Hours outcomes={outcomes} hours={hours} />
        <Table label={`${countOf(total, "attempt")} by code`}>
          <thead>
            <tr>
              <th scope="col">Ended in</th>
              <th scope="col" data-number>
                Count
              </th>
              <th scope="col" className={styles.bar}>
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ code, count }) => (
              <tr key={code ?? ""}>
                <th scope="row">{code === null ? "an answer" : <Link href={routes.records({ code })}>{code}</Link>}</th>
                <td data-number>{formatCount(count)}</td>
                <td>
                  <Bar share={count / total} strong={code === null} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}
