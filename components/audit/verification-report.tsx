import { Alert } from "@mantine/core";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf, formatCount, shortDigest } from "#lib/format.ts";
import { describeCoverage } from "./describe-protection.ts";

export type Report = Outputs["audit"]["verify"];

export function VerificationReport({ report }: { readonly report: Report }) {
  const { ok, events, head, checkpointedUpTo, missingContents, errors, warnings } = report;
  if (ok) {
    return (
      <div role="status">
        <StatusBadge tone="good">The audit log is verified</StatusBadge>: {countOf(events, "event")}, last hash{" "}
        <code title={head ?? ""}>{shortDigest(head ?? "")}</code>.{" "}
        {describeCoverage(events, checkpointedUpTo, missingContents)}
      </div>
    );
  }
  if (errors.length === 0) {
    return (
      <Alert title="The audit log could not be verified" color="bad" role="alert">
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </Alert>
    );
  }
  return (
    <Alert title="The audit log was tampered with" color="bad" role="alert">
      <p>
        {countOf(errors.length, "error")} in {countOf(events, "event")}. Stop all processes that write to the database,
        copy the database, and compare the copy with your backups and checkpoints.
      </p>
      <ul>
        {errors.map(({ seq, message }) => (
          <li key={`${seq} ${message}`}>{seq === null ? message : `event ${formatCount(seq)}: ${message}`}</li>
        ))}
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Alert>
  );
}
