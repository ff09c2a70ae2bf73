import { Alert, Text } from "@mantine/core";
import { TimeText } from "#components/ui/time-text.tsx";
import { visible } from "#lib/format.ts";

/** What a reviewer wrote about the submission that is revised. */
export interface GivenReason {
  readonly reviewer: string;
  readonly note: string;
  readonly createdAt: string;
}

/** What the reviewers asked for, in sight while it is done. */
export function RequestedChanges({ reasons }: { readonly reasons: readonly GivenReason[] }) {
  return reasons.map(({ reviewer, note, createdAt }) => (
    <Alert key={createdAt} color="warn" title={`${reviewer} asks for changes`} mb="md">
      <Text style={{ whiteSpace: "pre-line" }} dir="auto">
        {visible(note)}
      </Text>
      <Text size="xs" c="dimmed">
        <TimeText at={createdAt} />
      </Text>
    </Alert>
  ));
}
