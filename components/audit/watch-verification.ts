import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import type { AppRouter } from "#components/ui/trpc.ts";
import type { Report } from "./verification-report.tsx";

interface Watcher {
  onProgress(events: number, total: number): void;
  onEnd(report: Report): unknown;
  onFailure(): void;
}

/** Starts a verification on the server and reports its progress. Returns a function that cancels the verification. */
export function watchVerification({ onProgress, onEnd, onFailure }: Watcher): () => void {
  const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: "/api/trpc" })] });
  const subscription = client.audit.watchVerify.subscribe(undefined, {
    onData(step) {
      if ("report" in step) {
        subscription.unsubscribe();
        onEnd(step.report);
      } else onProgress(step.events, step.total);
    },
    onError: onFailure,
    // By default, httpSubscriptionLink retries forever. Here, an interruption is reported as a failure.
    onConnectionStateChange({ state, error }) {
      if (state !== "connecting" || error === null) return;
      subscription.unsubscribe();
      onFailure();
    },
  });
  return () => subscription.unsubscribe();
}
