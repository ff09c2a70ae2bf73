"use client";

import { useState } from "react";
import { commonOf } from "./name-selection.ts";
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

/** Whether two submissions can be decided together: same task, or same import and the same findings. */
function belongTogether(one: Queued, other: Queued): boolean {
  if (one.taskId === other.taskId) return true;
  return one.batch !== null && one.batch === other.batch && one.findings.join() === other.findings.join();
}
