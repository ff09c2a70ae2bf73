"use client";

import { type ReactNode, useState } from "react";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { formatCount } from "#lib/format.ts";
import styles from "./verify-chain.module.css";

type State =
  | { readonly at: "rest" }
  | { readonly at: "work"; readonly events: number; readonly total: number }
  | { readonly at: "end"; readonly report: ReactNode }
  | { readonly at: "failure" };

/** Recomputes the chain on the server, telling how far it is. */
export function VerifyChain() {
  const [state, setState] = useState<State>({ at: "rest" });

  async function verify() {
    setState({ at: "work", events: 0, total: 0 });
    const { watchVerification } = await import("./watch-verification.ts");
    watchVerification({
      onProgress: (events, total) => setState({ at: "work", events, total }),
      onEnd: (report) =>
        import("./verification-report.tsx").then(
          ({ VerificationReport }) => setState({ at: "end", report: <VerificationReport report={report} /> }),
          () => setState({ at: "failure" }),
        ),
      onFailure: () => setState({ at: "failure" }),
    });
  }

  return (
    <div className={styles.verify}>
      <PlainButton disabled={state.at === "work"} onClick={() => void verify()}>
        Verify the audit log
      </PlainButton>
      {state.at === "rest" && (
        <span className={styles.about}>
          Recomputes every hash, checks the signed checkpoints, and compares the decisions with what is in force.
        </span>
      )}
      {state.at === "work" && (
        <div className={styles.progress} role="status">
          <span>
            {formatCount(state.events)} of {state.total === 0 ? "…" : formatCount(state.total)} events
          </span>
          <progress value={state.events} max={Math.max(1, state.total)} aria-label="Verified so far" />
        </div>
      )}
      {state.at === "end" && state.report}
      {state.at === "failure" && (
        <p role="alert" className={styles.about}>
          The verification was interrupted. It says nothing about the audit log: try again.
        </p>
      )}
    </div>
  );
}
