import styles from "./chart.module.css";

interface HistogramProps {
  /** The height of each column, in the order of the axis. */
  readonly values: readonly number[];
  /** The value of a column of full height; by default the highest value. Rounded up to a whole number. */
  readonly top?: number;
  readonly titleOf: (column: number) => string;
  /** Name of the columns, drawn above them. */
  readonly name: string;
  /** Position of a vertical line, 0..1 from left to right. */
  readonly mark?: number;
  readonly isTall?: boolean;
  readonly isQuiet?: boolean;
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** Columns from a common axis. Place it in a figure; a table next to the chart has the same values. */
export function Histogram({ values, top, titleOf, name, mark, isTall = false, isQuiet = false }: HistogramProps) {
  const most = Math.max(1, Math.ceil(top ?? Math.max(0, ...values)));
  return (
    <div className={`${styles.strip} ${isTall ? styles.tallStrip : ""}`} aria-hidden="true">
      <span className={styles.level} style={{ bottom: "100%" }}>
        {compact.format(most)}
      </span>
      {values.map((value, column) => (
        <span
          key={titleOf(column)}
          className={styles.slot}
          title={titleOf(column)}
          style={{ left: `${(column / values.length) * 100}%`, width: `${100 / values.length}%` }}
        >
          <span
            className={styles.fill}
            data-bar
            data-quiet={isQuiet || undefined}
            style={{ height: value === 0 ? 0 : `max(1px, ${(value / most) * 100}%)` }}
          />
        </span>
      ))}
      {mark !== undefined && <span className={styles.mark} style={{ left: `${mark * 100}%` }} />}
      <span className={styles.stripName}>{name}</span>
    </div>
  );
}

/** Labels of a horizontal axis. `x` is 0..1 from left to right. */
export function AxisTicks({ ticks }: { readonly ticks: readonly { readonly x: number; readonly label: string }[] }) {
  return (
    <div className={styles.ticks} aria-hidden="true">
      {ticks.map(({ x, label }) => (
        <span key={label} className={styles.tick} style={{ left: `${x * 100}%` }}>
          {label}
        </span>
      ))}
    </div>
  );
}

/** Ticks of an axis of probabilities in percent. */
export const PERCENT_TICKS = [0, 0.25, 0.5, 0.75, 1].map((x) => ({ x, label: String(x * 100) }));

/** Horizontal lines of a plot whose vertical axis is a probability in percent. */
export function PercentLevels() {
  return PERCENT_TICKS.map(({ x, label }) => (
    <span key={label} className={styles.level} style={{ bottom: `${x * 100}%` }}>
      {label}
    </span>
  ));
}
