"use client";

import { useState } from "react";
import { countOf } from "#lib/format.ts";
import type { Queued } from "./queue-screen.tsx";

/** Selected rows of the review queue, to be decided together. */
export function useChosen(submissions: readonly Queued[]) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const chosen = submissions.filter(({ submissionId }) => ids.includes(submissionId));
  const [first] = chosen;
  const fits = (one: Queued) => one.may.decide === null && (first === undefined || belongTogether(first, one));
  return {
    chosen,
    fits,
    common: commonOf(chosen),
    toggle(submission: Queued): void {
      const { submissionId } = submission;
      if (ids.includes(submissionId)) setIds(ids.filter((id) => id !== submissionId));
      else if (fits(submission)) setIds([...ids, submissionId]);
    },
    /** Selects every row of the page that can be decided together with the first selected row. */
    chooseAll: () => setIds(submissions.filter(fits).map(({ submissionId }) => submissionId)),
    chooseNone: () => setIds([]),
  } as const;
}

/** The selected submissions belong to one task, or to one import if their tasks differ. */
function commonOf(chosen: readonly Queued[]) {
  return chosen.some(({ taskId }) => taskId !== chosen[0]?.taskId) ? "import" : "task";
}

/** Returns "23 submissions of the same import". */
export function nameSelection(chosen: readonly Queued[]): string {
  return `${countOf(chosen.length, "submission")} of the same ${commonOf(chosen)}`;
}

/** Whether two submissions can be decided together: same task, or same import and the same findings. */
function belongTogether(one: Queued, other: Queued): boolean {
  if (one.taskId === other.taskId) return true;
  return one.batch !== null && one.batch === other.batch && one.findings.join() === other.findings.join();
}
