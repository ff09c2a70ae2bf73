import type { ReactNode } from "react";
import styles from "./text-button.module.css";

interface TextButtonProps {
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A button that looks like a link, for small actions beside text. */
export function TextButton({ onClick, disabled = false, children }: TextButtonProps) {
  return (
    <button type="button" className={styles.button} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  );
}
