import type { ReactNode } from "react";
import type { Interval } from "#lib/stats/bootstrap.ts";
import { niceTicks } from "#lib/stats/nice-ticks.ts";
import styles from "./dot-plot.module.css";
import { AxisTicks } from "./histogram.tsx";

export interface Dot {
  readonly id: string;
  readonly name: ReactNode;
  readonly value: number;
  readonly interval: Interval | null | undefined;
  /** Draws a hollow dot. */
  readonly isHollow?: boolean;
  /** Shown after the value: "120 questions". */
  readonly note?: string;
}

interface DotPlotProps {
  readonly dots: readonly Dot[];
  /** Value of the dashed line. */
  readonly line: number | undefined;
  readonly format: (value: number) => string;
}

/** Values with their intervals on a common axis, one row each. Place it in a figure. */
export function DotPlot({ dots, line, format }: DotPlotProps) {
  const ends = dots.flatMap(({ value, interval }) => [value, interval?.low ?? value, interval?.high ?? value]);
  const values = line === undefined ? ends : [...ends, line];
  const ticks = niceTicks(Math.min(...values), Math.max(...values));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const position = (value: number) => (value - low) / (high - low || 1);
  return (
    <div className={styles.plot}>
      <ul className="plain-list">
        {dots.map(({ id, name, value, interval, isHollow, note }) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>{name}</span>
            <span className={styles.track} aria-hidden="true">
              {line !== undefined && <span className={styles.line} style={{ left: `${position(line) * 100}%` }} />}
              {interval && (
                <span
                  className={styles.interval}
                  data-bar
                  style={{
                    left: `${position(interval.low) * 100}%`,
                    right: `${(1 - position(interval.high)) * 100}%`,
                  }}
                />
              )}
              <span
                className={styles.dot}
                data-hollow={isHollow || undefined}
                style={{ left: `${position(value) * 100}%` }}
              />
            </span>
            <span className={styles.value}>
              {format(value)} {note !== undefined && <span className={styles.note}>{note}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.row} aria-hidden="true">
        <div className={styles.axis}>
          <AxisTicks ticks={ticks.map((tick) => ({ x: position(tick), label: String(tick).replace("-", "−") }))} />
        </div>
      </div>
    </div>
  );
}
