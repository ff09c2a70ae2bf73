import { countOf } from "#lib/format.ts";
import type { Queued } from "./queue-screen.tsx";

/** The selected submissions belong to one task, or to one import if their tasks differ. */
export function commonOf(chosen: readonly Queued[]) {
  return chosen.some(({ taskId }) => taskId !== chosen[0]?.taskId) ? "import" : "task";
}

/** Returns "23 submissions of the same import". */
export function nameSelection(chosen: readonly Queued[]): string {
  return `${countOf(chosen.length, "submission")} of the same ${commonOf(chosen)}`;
}
