import styles from "./chart.module.css";

/** An event at one moment, drawn as a vertical line. */
export interface Mark {
  /** Position from left to right, 0..1. */
  readonly x: number;
  readonly label: string;
}

/** Vertical lines with labels. The labels are at different heights, so that they do not overlap. */
export function TimeMarks({ marks }: { readonly marks: readonly Mark[] }) {
  return marks.map(({ x, label }, index) => (
    <span key={`${x} ${label}`} className={styles.mark} data-late={x > 0.5} style={{ left: `${x * 100}%` }}>
      <span style={{ top: 2 + (index % 4) * 16 }}>{label}</span>
    </span>
  ));
}
