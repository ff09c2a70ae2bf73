import { Panel } from "#components/ui/panel.tsx";
import { countOf, formatDifference } from "#lib/format.ts";
import styles from "./difference-plot.module.css";
import type { Source } from "./source-table.tsx";

const MAX_SHOWN = 20;

/** Plots the difference between our log score and that of each source, with its interval. The table has the same values. */
export function DifferencePlot({ sources }: { readonly sources: readonly Source[] }) {
  const compared = sources.flatMap(({ source, difference }) =>
    difference === null ? [] : [{ source, ...difference }],
  );
  if (compared.length === 0) return null;
  const shown = compared.slice(0, MAX_SHOWN);
  const ends = shown.flatMap(({ value, interval }) => [value, interval?.low ?? value, interval?.high ?? value]);
  const limit = Math.ceil(Math.max(0.1, ...ends.map(Math.abs)) * 10) / 10;
  const position = (value: number) => `${((value + limit) / (2 * limit)) * 100}%`;
  const significant = compared.filter(({ isSignificant }) => isSignificant);
  return (
    <Panel title="Compared with our forecasts">
      <p>
        {significant.length === 0
          ? "No difference is significant: its interval must exclude 0, with at least 100 questions."
          : `${countOf(significant.length, "difference")} of ${compared.length} significant.`}
      </p>
      <figure className={styles.figure} aria-label="Log score difference by source">
        <div className={styles.rows} aria-hidden="true">
          {shown.map(({ source, value, interval, isSignificant }) => (
            <div key={source} className={styles.row}>
              <bdi className={styles.name} title={source}>
                {source}
              </bdi>
              <div className={styles.line} title={formatDifference(value)}>
                {interval !== null && (
                  <span
                    className={styles.interval}
                    style={{ left: position(interval.low), right: `calc(100% - ${position(interval.high)})` }}
                  />
                )}
                <span
                  className={styles.dot}
                  data-significant={isSignificant || undefined}
                  style={{ left: position(value) }}
                />
              </div>
            </div>
          ))}
          <div className={styles.row}>
            <span />
            <div className={styles.axis}>
              <span>{formatDifference(-limit)}</span>
              <span>0</span>
              <span>{formatDifference(limit)}</span>
            </div>
          </div>
        </div>
        <figcaption className={styles.caption}>
          Log score difference. Right of 0, the source is better. Bars show 95 % confidence intervals; filled dots are
          significant.
          {compared.length > MAX_SHOWN && ` The plot shows the first ${MAX_SHOWN} sources of the table.`}
        </figcaption>
      </figure>
    </Panel>
  );
}
