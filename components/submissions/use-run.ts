"use client";

import { useMutation } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { v7 as uuid } from "uuid";
import { useTRPCClient } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";

/**
 * Runs a request, given as its text, and opens the forecast. Until the gateway has answered, each run of the same text
 * has the same idempotency key: a double click, or another try after a lost connection, records one forecast.
 */
export function useRun() {
  const client = useTRPCClient();
  const router = useRouter();
  const unanswered = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return useMutation({
    mutationFn(text: string) {
      if (unanswered.current?.text !== text) unanswered.current = { text, key: uuid() };
      return client.forecasts.run.mutate(text, { context: { idempotencyKey: unanswered.current.key } });
    },
    onSuccess: ({ request_id: id }) => router.push(routes.forecast(id)),
    onSettled(_response, error) {
      const wasAnswered = error === null || (error instanceof TRPCClientError && error.data !== undefined);
      if (wasAnswered) unanswered.current = undefined;
    },
  });
}
