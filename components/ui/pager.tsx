import Link from "next/link";
import styles from "./pager.module.css";

interface PagerProps {
  /** What the list holds: "forecasts". */
  readonly what: string;
  /** The address of the newest page; undefined where this is it. */
  readonly newest: string | undefined;
  readonly older: string | undefined;
}

/** Ways through a list that is read a page at a time, the newest first. */
export function Pager({ what, newest, older }: PagerProps) {
  if (newest === undefined && older === undefined) return null;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${what}`}>
      {newest !== undefined && <Link href={newest}>Newest {what}</Link>}
      {older !== undefined && <Link href={older}>Older {what}</Link>}
    </nav>
  );
}
