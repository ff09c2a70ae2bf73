"use client";

import { useState } from "react";
import type { Queued } from "./queue-screen.tsx";
import { groupsOf, largestGroup } from "./selection.ts";

/** Selected rows of the review queue, to be decided together. */
export function useChosen(rows: readonly Queued[]) {
  const [ids, setIds] = useState<readonly string[]>([]);
  /** The row that was selected or cleared last: the other end of a range. */
  const [last, setLast] = useState<string>();
  const chosen = rows.filter(({ submissionId }) => ids.includes(submissionId));
  const fits = (row: Queued, others = chosen) => groupsOf([...others, row], rows).length > 0;
  const choose = (list: readonly Queued[]) => setIds(list.map(({ submissionId }) => submissionId));
  return {
    chosen,
    /** Every row that can be decided together with the chosen rows. */
    group: largestGroup(chosen, rows),
    fits: (row: Queued) => fits(row),
    choose,
    /** Selects or clears a row or, with `isRange`, also the rows between it and the last row, as far as they fit. */
    toggle(row: Queued, isRange = false): void {
      const other = isRange ? rows.findIndex(({ submissionId }) => submissionId === last) : -1;
      const ends = [rows.indexOf(row), other === -1 ? rows.indexOf(row) : other];
      const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1);
      setLast(row.submissionId);
      const kept = chosen.filter((one) => !chosen.includes(row) || !range.includes(one));
      if (!chosen.includes(row))
        for (const one of [row, ...range]) if (!kept.includes(one) && fits(one, kept)) kept.push(one);
      choose(kept);
    },
  } as const;
}
