import type { ReactNode } from "react";
import styles from "./plain-button.module.css";

interface PlainButtonProps {
  readonly type?: "button" | "submit";
  readonly onClick?: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A button for lists and their filters: it weighs nothing, where Mantine's brings its loader and transitions. */
export function PlainButton({ type = "button", onClick, disabled = false, children }: PlainButtonProps) {
  return (
    <button type={type} className={styles.button} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  );
}
