import Link from "next/link";
import type { ReactNode } from "react";
import styles from "./plain-button.module.css";

/** A link that looks like a button, for what one does from a list. */
export function PlainLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link className={styles.button} href={href}>
      {children}
    </Link>
  );
}
