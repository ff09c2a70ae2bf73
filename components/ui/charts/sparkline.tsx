import styles from "./chart.module.css";

const WIDTH = 72;
const HEIGHT = 20;
/** Distance of the line from the edges, so that its ends are not cut off. */
const EDGE = 2;
/** Smallest range of the vertical axis, so that small changes look small. */
const MIN_RANGE = 0.2;

/** Path of a probability, oldest value first. Hidden from screen readers, because its change is shown as text. */
export function Sparkline({ path }: { readonly path: readonly number[] }) {
  const [low, high] = [Math.min(...path), Math.max(...path)];
  const range = Math.max(MIN_RANGE, high - low);
  const bottom = (low + high - range) / 2;
  const points = path.map((value, index) => {
    const x = EDGE + ((WIDTH - 2 * EDGE) * index) / Math.max(1, path.length - 1);
    const y = EDGE + (HEIGHT - 2 * EDGE) * (1 - (value - bottom) / range);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className={styles.sparkline} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={points.join(" ")} />
    </svg>
  );
}
