import { useState } from "react";
import { useTRPCClient } from "#components/ui/trpc.ts";
import { keyRuns } from "./key-runs.ts";

/** Returns a function that runs a request body with an idempotency key, so that a retry records only one forecast. */
export function useKeyedRun() {
  const client = useTRPCClient();
  const [run] = useState(() =>
    keyRuns((text, idempotencyKey) => client.forecasts.run.mutate(text, { context: { idempotencyKey } })),
  );
  return run;
}
