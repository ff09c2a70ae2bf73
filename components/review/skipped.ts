import { unsentKey } from "#components/ui/unsent-key.ts";

export const skippedKey = (memberId: string) => unsentKey("skipped", memberId, "queue");

/** Returns the submissions that the reviewer has skipped in this browser tab, the latest ones last. */
export function readSkipped(memberId: string): string[] {
  return JSON.parse(sessionStorage.getItem(skippedKey(memberId)) ?? "[]");
}
