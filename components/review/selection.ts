import { countOf } from "#lib/format.ts";
import type { Queued } from "./queue-screen.tsx";

/** The rows belong to one task, or to one import if their tasks differ. */
function commonOf(rows: readonly Queued[]) {
  return rows.some(({ taskId }) => taskId !== rows[0]?.taskId) ? "import" : "task";
}

export function describeWaiting(waiting: number, isFiltered: boolean): string {
  if (waiting === 0) return isFiltered ? "No submission matches the filters." : "The queue is empty.";
  return `${countOf(waiting, "submission")}${isFiltered ? " matching the filters" : ""}, oldest first.`;
}

/** Returns "23 submissions of the same import". */
export function nameSelection(rows: readonly Queued[]): string {
  return `${countOf(rows.length, "submission")} of the same ${commonOf(rows)}`;
}

/**
 * Returns the groups of rows, each with all chosen rows, on which the reader may decide together: the rows of one task, and
 * those of one import with the same findings. A row with a finding that must be fixed is decided alone.
 */
export function groupsOf(chosen: readonly Queued[], rows: readonly Queued[]): (readonly Queued[])[] {
  const [first] = chosen;
  if (first === undefined) return [];
  const open = rows.filter(
    ({ may, findings }) => may.decide === null && !findings.some((one) => one.startsWith("high:")),
  );
  const ofTask = open.filter(({ taskId }) => taskId === first.taskId);
  const ofImport = open.filter(
    ({ batch, findings }) => batch !== null && batch === first.batch && findings.join() === first.findings.join(),
  );
  return [ofTask, ofImport].filter((group) => chosen.every((row) => group.includes(row)));
}

/** Returns the largest group with the chosen rows, or of all rows; empty if there are not two of them. */
export function largestGroup(chosen: readonly Queued[], rows: readonly Queued[]): readonly Queued[] {
  const groups = chosen.length > 0 ? groupsOf(chosen, rows) : rows.flatMap((row) => groupsOf([row], rows));
  const largest = groups.reduce<readonly Queued[]>((most, one) => (one.length > most.length ? one : most), []);
  return largest.length > 1 ? largest : [];
}
