"use client";

import { Failure } from "#components/ui/failure.tsx";

interface ErrorPageProps {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

export default function RootError({ error, reset }: ErrorPageProps) {
  return (
    <main>
      <Failure retry={reset} digest={error.digest} />
    </main>
  );
}
