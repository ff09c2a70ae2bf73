import type { PredictionRequest } from "#lib/contract/request.ts";
import { formatInstant } from "#lib/format.ts";
import { describeTimes, placeTimes } from "./describe-times.ts";
import styles from "./time-line.module.css";

/** Timeline of the observations, the information cutoff and the resolution date. Screen readers get only the caption. */
export function TimeLine({ request }: { readonly request: PredictionRequest }) {
  const { context, as_of: asOf } = request.input;
  const { resolves_at: resolvesAt } = request.task.resolution;
  const seen = context.map(({ observed_at: observedAt }) => observedAt);
  const place = placeTimes(seen, asOf, resolvesAt);
  const position = (at: string) => `${100 * place(at)}%`;
  return (
    <figure className={styles.figure}>
      <div className={styles.track} aria-hidden="true">
        <span className={styles.known} style={{ width: position(asOf) }} />
        {[...new Set(seen)].map((at) => (
          <span key={at} className={styles.seen} style={{ left: position(at) }} title={`${formatInstant(at)} UTC`} />
        ))}
        <span className={styles.cutoff} style={{ left: position(asOf) }} />
        <span className={styles.end} />
      </div>
      <div className={styles.key} aria-hidden="true">
        <span>
          <i className={styles.seenKey} /> observed
        </span>
        <span>
          <i className={styles.cutoffKey} /> information cutoff {formatInstant(asOf)}
        </span>
        <span>
          <i className={styles.endKey} /> resolution date {formatInstant(resolvesAt)}
        </span>
      </div>
      <figcaption>{describeTimes(seen, asOf, resolvesAt)}</figcaption>
    </figure>
  );
}
