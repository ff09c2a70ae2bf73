import styles from "./chart.module.css";

const WIDTH = 72;
const HEIGHT = 20;
/** Distance of the line from the edges, so that its ends are not cut off. */
const EDGE = 2;
/** Smallest range of the vertical axis, so that small changes look small. */
const MIN_RANGE = 0.2;

interface SparklineProps {
  /** Oldest first; `probability` is 0..1. */
  readonly path: readonly { readonly daysAgo: number; readonly probability: number }[];
  /** Length of the time axis, which ends today. */
  readonly days: number;
}

/** Probability over time. Hidden from screen readers, because its change is shown as text. */
export function Sparkline({ path, days }: SparklineProps) {
  const values = path.map(({ probability }) => probability);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = Math.max(MIN_RANGE, high - low);
  const bottom = (low + high - range) / 2;
  const points = path.map(({ daysAgo, probability }) => {
    const x = EDGE + (WIDTH - 2 * EDGE) * (1 - daysAgo / days);
    const y = EDGE + (HEIGHT - 2 * EDGE) * (1 - (probability - bottom) / range);
    return { x: x.toFixed(1), y: y.toFixed(1) };
  });
  return (
    <svg className={styles.sparkline} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="1.6" />
      ))}
    </svg>
  );
}
