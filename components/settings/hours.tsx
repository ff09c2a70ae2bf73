import { Group } from "@mantine/core";
import styles from "#components/ui/charts/chart.module.css";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf } from "#lib/format.ts";
import { sumByHour } from "./sum-outcomes.ts";

export interface HoursProps {
  readonly outcomes: Outputs["system"]["status"]["outcomes"];
  readonly hours: number;
}

/** Column chart of requests per hour. Each column stacks refused requests on top of answered ones. */
export function Hours({ outcomes, hours }: HoursProps) {
  const columns = sumByHour(outcomes.counts, outcomes.since, hours);
  const most = Math.max(1, ...columns.map(({ answered, refused }) => answered + refused));
  return (
    <figure style={{ margin: 0 }}>
      <ol className={styles.columns}>
        {columns.map(({ hour, answered, refused }) => {
          const text = `${hour.slice(11, 16)} UTC: ${countOf(answered, "answer")}, ${countOf(refused, "refusal")}`;
          return (
            <li key={hour} className={styles.column} title={text}>
              <span className="visually-hidden">{text}</span>
              <span data-bar className={styles.refused} style={{ height: `${(refused / most) * 100}%` }} />
              <span data-bar className={styles.fill} style={{ height: `${(answered / most) * 100}%` }} />
              <span className={styles.under} aria-hidden="true">
                {hour.slice(11, 13)}
              </span>
            </li>
          );
        })}
      </ol>
      <Group component="figcaption" gap="4px 16px" pt={6} fz="xs" c="dimmed">
        <span className={styles.key}>answered</span>
        <span className={styles.key} data-refused>
          refused or failed
        </span>
        <span>Hours in UTC. Highest column: {countOf(most, "request")}</span>
      </Group>
    </figure>
  );
}
