import styles from "./loading.module.css";

/** While a page is on its way: lines where its text will be. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.words}>Loading {what} …</span>
      {["40%", "100%", "92%", "96%", "70%"].map((width) => (
        <span key={width} className={styles.line} style={{ width }} aria-hidden="true" />
      ))}
    </div>
  );
}
