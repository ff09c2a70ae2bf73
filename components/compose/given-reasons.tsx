import { Alert, Text } from "@mantine/core";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Verdict } from "#lib/domain/reviews.ts";
import { visible } from "#lib/format.ts";

export interface GivenReason {
  readonly reviewer: string;
  readonly verdict: Verdict;
  readonly note: string;
  readonly createdAt: string;
}

const WORDS: Readonly<Record<Verdict, { readonly color: string; readonly words: string }>> = {
  approve: { color: "good", words: "approved the submission" },
  changes: { color: "warn", words: "requested changes" },
  reject: { color: "bad", words: "rejected the submission" },
};

export function GivenReasons({ reasons }: { readonly reasons: readonly GivenReason[] }) {
  return reasons.map(({ reviewer, verdict, note, createdAt }) => (
    <Alert key={createdAt} color={WORDS[verdict].color} title={`${reviewer} ${WORDS[verdict].words}`} mb="md">
      <Text style={{ whiteSpace: "pre-line" }} dir="auto">
        {visible(note)}
      </Text>
      <Text size="xs" c="dimmed">
        <TimeText at={createdAt} />
      </Text>
    </Alert>
  ));
}
