import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { visible } from "#lib/format.ts";

interface ErrorAlertProps {
  readonly title?: string;
  readonly error: { readonly message: string } | null;
  readonly children?: ReactNode;
}

export function ErrorAlert({ title = "The change was not saved", error, children }: ErrorAlertProps) {
  if (error === null) return null;
  return (
    <Alert color="bad" role="alert" title={title}>
      {visible(error.message)} {children}
    </Alert>
  );
}
