"use client";

import { Failure } from "#components/ui/failure.tsx";

interface ErrorPageProps {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

export default function ConsoleError({ error, reset }: ErrorPageProps) {
  return <Failure retry={reset} digest={error.digest} />;
}
