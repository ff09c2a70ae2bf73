import Link from "next/link";
import styles from "./pager.module.css";

type Address = string | undefined;

/** What the list holds ("forecasts"), and the addresses of its first page and its next; undefined where there is none. */
type PagerProps = { readonly what: string } & (
  | { readonly newest: Address; readonly older: Address }
  | { readonly oldest: Address; readonly later: Address }
);

const LABELS: Readonly<Record<string, string>> = { newest: "Newest", older: "Older", oldest: "Oldest", later: "Later" };

/** Ways through a list that is read a page at a time, the newest first or the oldest. */
export function Pager({ what, ...pages }: PagerProps) {
  const links = Object.entries(pages).flatMap(([name, href]) => (href === undefined ? [] : [{ name, href }]));
  if (links.length === 0) return null;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${what}`}>
      {links.map(({ name, href }) => (
        <Link key={name} href={href}>
          {LABELS[name]} {what}
        </Link>
      ))}
    </nav>
  );
}
