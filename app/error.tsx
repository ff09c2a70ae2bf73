"use client";

import { ErrorPage } from "#components/ui/error-page.tsx";

interface ErrorPageProps {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

export default function RootError({ error, reset }: ErrorPageProps) {
  return (
    <main>
      <ErrorPage retry={reset} digest={error.digest} />
    </main>
  );
}
