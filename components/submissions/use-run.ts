"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPCClient } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { keyRuns } from "./key-runs.ts";

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
