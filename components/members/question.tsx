"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "#components/ui/form.module.css";
import { FormActions } from "#components/ui/form-actions.tsx";
import { Notice } from "#components/ui/notice.tsx";

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
export function Question({ action, destructive = false, busy, fault, onConfirm, onCancel, children }: QuestionProps) {
  return (
    <div className={styles.form}>
      {fault !== undefined && (
        <Notice title="It was not done" tone="bad" live>
          {fault}
        </Notice>
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
