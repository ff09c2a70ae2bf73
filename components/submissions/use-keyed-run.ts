import { useState } from "react";
import { useTRPCClient } from "#components/ui/trpc.ts";
import { keyRuns } from "./key-runs.ts";

/** Runs a request body with an idempotency key. */
export function useKeyedRun() {
  const client = useTRPCClient();
  const [run] = useState(() =>
    keyRuns((text, idempotencyKey) => client.forecasts.run.mutate(text, { context: { idempotencyKey } })),
  );
  return run;
}
