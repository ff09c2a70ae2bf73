import styles from "./chart.module.css";

/** An event at one moment, drawn as a vertical line. */
export interface Mark {
  /** Position from left to right, 0..1. */
  readonly x: number;
  readonly label: string;
}

const LEVELS = 3;

/** Vertical lines with labels above the plot. The labels have different heights, so that they do not overlap. */
export function TimeMarks({ marks }: { readonly marks: readonly Mark[] }) {
  return marks.map(({ x, label }, index) => (
    <span
      key={`${x} ${label}`}
      className={styles.mark}
      data-late={x > 0.5}
      style={{ left: `${x * 100}%`, top: -16 * (1 + (index % LEVELS)) }}
    >
      <span>{label}</span>
    </span>
  ));
}
