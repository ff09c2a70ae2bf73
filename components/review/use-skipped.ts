import { useSessionStorage } from "@mantine/hooks";
import { MAX_SKIPPED } from "#lib/domain/limits.ts";
import { skippedKey } from "./skipped.ts";

/** Submissions that the reviewer has skipped in this browser tab, the latest ones last. */
export function useSkipped(memberId: string) {
  const [skipped, setSkipped] = useSessionStorage<readonly string[]>({
    key: skippedKey(memberId),
    defaultValue: [],
  });
  return {
    /** Returns the list with another submission at its end. */
    skip(submissionId: string): string[] {
      const added = [...skipped.filter((id) => id !== submissionId), submissionId].slice(-MAX_SKIPPED);
      setSkipped(added);
      return added;
    },
  };
}
