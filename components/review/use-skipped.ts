import { useSessionStorage } from "@mantine/hooks";
import { unsentKey } from "#components/ui/unsent-key.ts";
import { MAX_SKIPPED } from "#lib/domain/limits.ts";

/** Submissions that the reviewer has skipped in this browser tab, the latest ones last. */
export function useSkipped(memberId: string) {
  const [skipped, setSkipped] = useSessionStorage<readonly string[]>({
    key: unsentKey("skipped", memberId, "queue"),
    defaultValue: [],
  });
  return {
    skipped: [...skipped],
    /** Returns the list with another submission at its end. */
    skip(submissionId: string): string[] {
      const added = [...skipped.filter((id) => id !== submissionId), submissionId].slice(-MAX_SKIPPED);
      setSkipped(added);
      return added;
    },
  };
}
