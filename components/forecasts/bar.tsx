import styles from "./bar.module.css";

/** A share of 0..1 as a length. Only to look at: the figure beside it says it. */
export function Bar({ share, strong = true }: { readonly share: number; readonly strong?: boolean }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={strong ? styles.fill : styles.rest} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
