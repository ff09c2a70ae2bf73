import Link from "next/link";
import rows from "#components/ui/rows.module.css";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { type ForecastsQuery, routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import styles from "./forecast-row.module.css";
import { MiniBars } from "./mini-bars.tsx";

interface ForecastRowProps {
  readonly forecast: Outputs["forecasts"]["list"]["forecasts"][number];
  /** The list's filters, where a row offers to narrow them to its task and can be ticked. */
  readonly query?: ForecastsQuery;
}

/** One forecast of the list: when and who, the question, small bars. */
export function ForecastRow({ forecast, query }: ForecastRowProps) {
  const { requestId, instructions, options, probabilities, generatedAt, askedBy, release, taskId } = forecast;
  return (
    <li className={`${rows.row} ${styles.row}`}>
      <div className={rows.meta}>
        <TimeText at={generatedAt} />
        <span>{askedBy}</span>
        <span>{release}</span>
        {query !== undefined && (
          <label className={styles.tick}>
            <input
              type="checkbox"
              name="id"
              value={requestId}
              aria-label={`Compare: ${visible(instructions).slice(0, 80)}`}
            />
            Compare
          </label>
        )}
      </div>
      <div className={rows.words}>
        <Link href={routes.forecast(requestId)} prefetch={false}>
          {visible(instructions)}
        </Link>
        {query !== undefined && query.task === undefined && (
          <Link
            className={`${rows.aside} ${rows.narrow}`}
            href={routes.forecasts({ ...query, task: taskId, after: undefined })}
            prefetch={false}
          >
            Only this task
          </Link>
        )}
      </div>
      <MiniBars options={options} probabilities={probabilities} />
    </li>
  );
}
