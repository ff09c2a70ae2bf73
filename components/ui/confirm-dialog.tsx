"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Alert } from "./alert.tsx";
import styles from "./form.module.css";
import { FormActions } from "./form-actions.tsx";

interface QuestionProps {
  /** Yes, in a word or two. */
  readonly action: string;
  readonly destructive?: boolean;
  readonly busy: boolean;
  /** Why it was not done. */
  readonly fault: string | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Asks before something is done: what it means, and yes or no. */
export function ConfirmDialog({
  action,
  destructive = false,
  busy,
  fault,
  onConfirm,
  onCancel,
  children,
}: QuestionProps) {
  return (
    <div className={styles.form}>
      {fault !== undefined && (
        <Alert title="It was not done" tone="bad" live>
          {fault}
        </Alert>
      )}
      {children}
      <FormActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button {...(destructive ? { color: "red.9" } : {})} loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </FormActions>
    </div>
  );
}
