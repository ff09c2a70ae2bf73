"use client";

import { lazy, Suspense, useState } from "react";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { formatCount } from "#lib/format.ts";
import type { Report } from "./verification-report.tsx";
import styles from "./verify-chain.module.css";

const VerificationReport = lazy(async () => ({
  default: (await import("./verification-report.tsx")).VerificationReport,
}));

type State =
  | { readonly at: "rest" }
  | { readonly at: "work"; readonly events: number; readonly total: number }
  | { readonly at: "end"; readonly report: Report }
  | { readonly at: "failure" };

/** Recomputes the chain on the server, telling how far it is. */
export function VerifyChain() {
  const [state, setState] = useState<State>({ at: "rest" });

  async function verify() {
    setState({ at: "work", events: 0, total: 0 });
    const { watchVerification } = await import("./watch-verification.ts");
    watchVerification({
      onProgress: (events, total) => setState({ at: "work", events, total }),
      onEnd: (report) => setState({ at: "end", report }),
      onFailure: () => setState({ at: "failure" }),
    });
  }

  return (
    <div className={styles.verify}>
      <PlainButton disabled={state.at === "work"} onClick={() => void verify()}>
        Verify the chain
      </PlainButton>
      {state.at === "rest" && (
        <span className={styles.about}>Recomputes every hash, and checks the signed checkpoints.</span>
      )}
      {state.at === "work" && (
        <div className={styles.progress} role="status">
          <span>
            {formatCount(state.events)} of {state.total === 0 ? "…" : formatCount(state.total)} events
          </span>
          <progress value={state.events} max={Math.max(1, state.total)} aria-label="Verified so far" />
        </div>
      )}
      {state.at === "end" && (
        <Suspense>
          <VerificationReport report={state.report} />
        </Suspense>
      )}
      {state.at === "failure" && (
        <p role="alert" className={styles.about}>
          The verification broke off before its end, which says nothing about the record. Try it again.
        </p>
      )}
    </div>
  );
}
