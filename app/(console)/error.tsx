"use client";

import { ErrorPage } from "#components/ui/error-page.tsx";

interface ErrorPageProps {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

export default function ConsoleError({ error, reset }: ErrorPageProps) {
  return <ErrorPage retry={reset} digest={error.digest} />;
}
