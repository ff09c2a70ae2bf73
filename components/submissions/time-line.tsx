import type { PredictionRequest } from "#lib/contract/request.ts";
import { countOf, formatInstant } from "#lib/format.ts";
import styles from "./time-line.module.css";

const DAY_MS = 86_400_000;

/** Where the observations lie between the first of them, the cutoff, and the resolution. The table has every value. */
export function TimeLine({ request }: { readonly request: PredictionRequest }) {
  const { context, as_of: asOf } = request.input;
  const { resolves_at: resolvesAt } = request.task.resolution;
  const seen = context.map(({ observed_at: observedAt }) => observedAt).sort((a, b) => Date.parse(a) - Date.parse(b));
  const from = Math.min(...[...seen, asOf].map(Date.parse));
  const length = Math.max(1, Date.parse(resolvesAt) - from);
  const position = (at: string) => `${(100 * (Date.parse(at) - from)) / length}%`;
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
      <figcaption>{sentence(seen, asOf, resolvesAt)}</figcaption>
    </figure>
  );
}

function sentence(seen: readonly string[], asOf: string, resolvesAt: string): string {
  const first = seen[0];
  const last = seen.at(-1);
  const days = countOf(Math.round((Date.parse(resolvesAt) - Date.parse(asOf)) / DAY_MS), "day");
  const ahead = `The question resolves ${days} after the cutoff.`;
  if (first === undefined || last === undefined) return `No observations. ${ahead}`;
  const whole = Math.floor((Date.parse(asOf) - Date.parse(last)) / DAY_MS);
  const age = whole === 0 ? "less than a day" : countOf(whole, "day");
  return `${countOf(seen.length, "observation")} from ${day(first)} to ${day(last)}, the latest ${age} before the cutoff. ${ahead}`;
}

function day(at: string): string {
  return formatInstant(at).slice(0, 10);
}
