"use client";

import { Button, Progress } from "@mantine/core";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useState } from "react";
import { useTRPC } from "#components/frame/trpc.ts";
import { formatCount } from "#lib/format.ts";
import { type Report, VerificationReport } from "./verification-report.tsx";
import styles from "./verify-chain.module.css";

type State =
  | { readonly at: "rest" }
  | { readonly at: "work"; readonly events: number; readonly total: number }
  | { readonly at: "end"; readonly report: Report }
  | { readonly at: "failure" };

/** Recomputes the chain on the server, telling how far it is. */
export function VerifyChain() {
  const trpc = useTRPC();
  const [state, setState] = useState<State>({ at: "rest" });
  useSubscription(
    trpc.records.watchVerify.subscriptionOptions(undefined, {
      enabled: state.at === "work",
      onData(step) {
        setState("report" in step ? { at: "end", report: step.report } : { at: "work", ...step });
      },
      onError: () => setState({ at: "failure" }),
    }),
  );
  return (
    <div className={styles.verify}>
      <Button
        variant="default"
        size="xs"
        disabled={state.at === "work"}
        onClick={() => setState({ at: "work", events: 0, total: 0 })}
      >
        Verify the chain
      </Button>
      {state.at === "rest" && (
        <span className={styles.about}>Recomputes every hash, and checks the signed checkpoints.</span>
      )}
      {state.at === "work" && (
        <div className={styles.progress} role="status">
          <span>
            {formatCount(state.events)} of {state.total === 0 ? "…" : formatCount(state.total)} events
          </span>
          <Progress
            size="sm"
            value={state.total === 0 ? 0 : (state.events / state.total) * 100}
            aria-label="Verified so far"
          />
        </div>
      )}
      {state.at === "end" && <VerificationReport report={state.report} />}
      {state.at === "failure" && (
        <p role="alert" className={styles.about}>
          The verification broke off before its end, which says nothing about the record. Try it again.
        </p>
      )}
    </div>
  );
}
