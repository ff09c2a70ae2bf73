import { Alert, Text } from "@mantine/core";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Status } from "#lib/contract/statuses.ts";
import { STATUS_LABELS, STATUS_TONES } from "#lib/domain/submissions.ts";

export interface GivenReason {
  readonly reviewer: string;
  readonly status: Status;
  readonly note: string;
  readonly createdAt: string;
}

export function GivenReasons({ reasons }: { readonly reasons: readonly GivenReason[] }) {
  return reasons.map(({ reviewer, status, note, createdAt }) => (
    <Alert key={createdAt} color={STATUS_TONES[status]} title={`${reviewer}: ${STATUS_LABELS[status]}`} mb="md">
      <Text style={{ whiteSpace: "pre-line" }} dir="auto">
        <ForeignText text={note} />
      </Text>
      <Text size="xs" c="dimmed">
        <TimeText at={createdAt} />
      </Text>
    </Alert>
  ));
}
