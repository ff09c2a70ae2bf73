"use client";

import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formatCount } from "#lib/format.ts";

type State =
  | { readonly at: "rest" }
  | { readonly at: "work"; readonly events: number; readonly total: number }
  | { readonly at: "end"; readonly report: ReactNode }
  | { readonly at: "failure" };

/** Button that verifies the audit log on the server and shows the progress. Loads its modules on demand. */
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
    <Group gap="sm" mb="md">
      <Button variant="default" disabled={state.at === "work"} onClick={() => void verify()}>
        Verify audit log
      </Button>
      {state.at === "rest" && (
        <Text c="dimmed">
          Recomputes every hash, checks the signed checkpoints, and compares the decisions with the active approvals.
        </Text>
      )}
      {state.at === "work" && (
        <Stack gap={4} flex="1 1 220px" maw={420} role="status">
          <span>
            {formatCount(state.events)} of {state.total === 0 ? "…" : formatCount(state.total)} events
          </span>
          <Progress value={(100 * state.events) / Math.max(1, state.total)} aria-label="Verification progress" />
        </Stack>
      )}
      {state.at === "end" && state.report}
      {state.at === "failure" && (
        <Text c="dimmed" role="alert">
          The verification was interrupted and has no result. Try again.
        </Text>
      )}
    </Group>
  );
}
