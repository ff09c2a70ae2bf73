import Link from "next/link";
import { MiniBars } from "#components/distribution/mini-bars.tsx";
import type { Outputs } from "#components/frame/trpc.ts";
import { TimeText } from "#components/ui/time-text.tsx";
import { visible } from "#lib/format.ts";
import { type ForecastsQuery, routes } from "#lib/routes.ts";
import styles from "./forecast-row.module.css";

interface ForecastRowProps {
  readonly forecast: Outputs["forecasts"]["list"]["forecasts"][number];
  /** The list's filters, where a row offers to narrow them to its task and can be ticked. */
  readonly query?: ForecastsQuery;
}

/** One forecast of the list: when and who, the question, small bars. */
export function ForecastRow({ forecast, query }: ForecastRowProps) {
  const { requestId, instructions, options, probabilities, generatedAt, askedBy, release, taskId } = forecast;
  return (
    <li className={styles.row}>
      <div className={styles.meta}>
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
      <div className={styles.question}>
        <Link href={routes.forecast(requestId)} prefetch={false}>
          {visible(instructions)}
        </Link>
        {query !== undefined && query.task === undefined && (
          <Link
            className={styles.narrow}
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
