import styles from "./letter.module.css";
import { nameOf } from "./name-of.ts";

/** A compared forecast's letter, on the colour of its bars. */
export function Letter({ place }: { readonly place: number }) {
  return (
    <span className={styles.letter} style={{ borderColor: `var(--part-${place + 1})` }}>
      {nameOf(place)}
    </span>
  );
}
