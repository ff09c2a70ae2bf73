import { Alert } from "@mantine/core";
import type { ReactNode } from "react";

interface ErrorAlertProps {
  /** What was not done. */
  readonly title?: string;
  /** Null: there is nothing to report. */
  readonly error: { readonly message: string } | null;
  readonly children?: ReactNode;
}

/** Tells, and reads out, why an action of the reader failed. */
export function ErrorAlert({ title = "The change was not saved", error, children }: ErrorAlertProps) {
  if (error === null) return null;
  return (
    <Alert color="bad" role="alert" title={title}>
      {error.message} {children}
    </Alert>
  );
}
