import styles from "./not-verified.module.css";

/** Stands beside every forecast: nobody outside has checked how well such probabilities hold. */
export function NotVerified() {
  return <span className={styles.mark}>not independently verified</span>;
}
