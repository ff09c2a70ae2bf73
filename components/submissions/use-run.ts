"use client";

import { useMutation } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { v7 as uuid } from "uuid";
import { useTRPCClient } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";

export function useRun() {
  const run = useKeyedRun();
  const router = useRouter();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ request_id: id }) => router.push(routes.forecast(id)),
  });
}

/** Returns a function that runs a request body with an idempotency key, so that a retry records only one forecast. */
function useKeyedRun() {
  const client = useTRPCClient();
  const [run] = useState(() =>
    keyRuns((text, idempotencyKey) => client.forecasts.run.mutate(text, { context: { idempotencyKey } })),
  );
  return run;
}

/**
 * Returns a function that sends each run with an idempotency key. Runs of the same request share a key until the gateway
 * has answered, so a double click, or a retry after a lost connection, records one forecast.
 */
export function keyRuns<Answer>(
  send: (text: string, idempotencyKey: string) => Promise<Answer>,
): (text: string) => Promise<Answer> {
  const unanswered = new Map<string, string>();
  return async (text) => {
    const key = unanswered.get(text) ?? uuid();
    unanswered.set(text, key);
    const forget = () => {
      if (unanswered.get(text) === key) unanswered.delete(text);
    };
    try {
      const answer = await send(text, key);
      forget();
      return answer;
    } catch (error) {
      if (wasAnswered(error)) forget();
      throw error;
    }
  };
}

function wasAnswered(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data !== null && error.data !== undefined;
}
