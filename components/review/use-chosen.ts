"use client";

import { useState } from "react";
import type { Queued } from "./queue-screen.tsx";

/** Rows of one task that the reader has chosen to decide on together. */
export function useChosen(submissions: readonly Queued[]) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const chosen = submissions.filter(({ submissionId }) => ids.includes(submissionId));
  const [first] = chosen;
  const fits = ({ may, taskId }: Queued) => may.decide === null && (first === undefined || taskId === first.taskId);
  return {
    chosen,
    fits,
    toggle(submission: Queued): void {
      const { submissionId } = submission;
      if (ids.includes(submissionId)) setIds(ids.filter((id) => id !== submissionId));
      else if (fits(submission)) setIds([...ids, submissionId]);
    },
    /** Every other row of the task. */
    chooseAll: () => setIds(submissions.filter(fits).map(({ submissionId }) => submissionId)),
    chooseNone: () => setIds([]),
  };
}
