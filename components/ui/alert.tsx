import type { ReactNode } from "react";
import styles from "./alert.module.css";

interface NoticeProps {
  readonly title: string;
  readonly tone?: "plain" | "warn" | "bad";
  /** Read out when it appears: for what an action of the reader brought about. */
  readonly live?: boolean;
  readonly children?: ReactNode;
}

/** Something that the reader has to know, and what to do about it. */
export function Alert({ title, tone = "plain", live = false, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={live ? (tone === "bad" ? "alert" : "status") : undefined}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.words}>{children}</div>}
    </div>
  );
}
