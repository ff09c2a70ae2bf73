import { formatInstant } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { Mark } from "./plot.ts";
import type { Series } from "./series.ts";
import styles from "./time-chart.module.css";

interface TimeChartProps {
  readonly points: readonly {
    readonly requestId: string;
    readonly asOf: string;
    readonly probabilities: Readonly<Record<string, number>>;
  }[];
  /** 0..1 for each point, from left to right. */
  readonly places: readonly number[];
  readonly series: readonly Series[];
  readonly marks: readonly Mark[];
  /** What stands at the right edge, where it is not the last point. */
  readonly end?: string | undefined;
}

/** With more points than this, their signs would cover the lines. */
const MOST_SIGNS = 120;

/**
 * Probabilities from 0 to 100 % against the cutoff. Lines go straight from one forecast to the next, to lead the eye:
 * between two forecasts nothing was forecast. Everything in it is said by the table, too.
 */
export function TimeChart({ points, places, series, marks, end }: TimeChartProps) {
  const first = points[0];
  const last = points.at(-1);
  return (
    <figure className={styles.figure} aria-label="Probability of each option against the information cutoff">
      <div className={styles.plot} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((level) => (
          <span key={level} className={styles.level} style={{ bottom: `${level * 100}%` }}>
            {level * 100}
          </span>
        ))}
        {marks.map(({ x, label }) => (
          <span key={`${x} ${label}`} className={styles.mark} data-late={x > 0.5} style={{ left: `${x * 100}%` }}>
            <span>{label}</span>
          </span>
        ))}
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {series.map(({ option, colour, dashes }) => (
            <polyline
              key={option}
              points={points.map((point, index) => toXy(places[index], point.probabilities[option])).join(" ")}
              stroke={colour}
              strokeDasharray={dashes}
            />
          ))}
        </svg>
        {points.length <= MOST_SIGNS &&
          series.flatMap(({ option, sign, colour }) =>
            points.map(({ requestId, asOf, probabilities }, index) => (
              <span
                key={`${option} ${requestId}`}
                className={styles.sign}
                title={`${option}: ${formatPercent(probabilities[option] ?? 0)}, ${formatInstant(asOf)} UTC`}
                style={{
                  left: `${(places[index] ?? 0) * 100}%`,
                  bottom: `${(probabilities[option] ?? 0) * 100}%`,
                  color: colour,
                }}
              >
                {sign}
              </span>
            )),
          )}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{first !== undefined && formatInstant(first.asOf).slice(0, 10)}</span>
        {places[0] !== 0.5 && <span>{last !== undefined && formatInstant(end ?? last.asOf).slice(0, 10)}</span>}
      </div>
    </figure>
  );
}

function toXy(x = 0, probability = 0): string {
  return `${x * 100},${100 - probability * 100}`;
}
