import styles from "./status-badge.module.css";

/** A state in a word, with a sign in front of it: colour is never the only one. */
export function StatusBadge({
  tone,
  children,
}: {
  readonly tone: "good" | "warn" | "bad" | "off";
  readonly children: string;
}) {
  const sign = { good: "●", warn: "▲", bad: "■", off: "○" }[tone];
  return (
    <span className={styles.state} data-tone={tone}>
      <span aria-hidden="true">{sign}</span> {children}
    </span>
  );
}
