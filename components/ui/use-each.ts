"use client";

import { useRef, useState } from "react";

/** What became of one of several things: the result, or why it was refused. */
export type EachOutcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly reason: string };

/**
 * Does the same with each of several things, one after the other: a refused one does not hold up the others. They stay
 * as they were when this began, though a list that shows them changes meanwhile.
 */
export function useEach<Item, Result>(given: readonly Item[]) {
  const [items] = useState(given);
  const [outcomes, setOutcomes] = useState<readonly EachOutcome<Result>[]>([]);
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);

  async function run(act: (item: Item) => Promise<Result>): Promise<void> {
    setRunning(true);
    for (const item of items) {
      if (stopped.current) break;
      const outcome = await attempt(() => act(item));
      setOutcomes((before) => [...before, outcome]);
    }
    setRunning(false);
  }

  return {
    items,
    /** In the order of the items, as far as it has come. */
    outcomes,
    running,
    run,
    stop() {
      stopped.current = true;
    },
  };
}

async function attempt<Result>(act: () => Promise<Result>): Promise<EachOutcome<Result>> {
  try {
    return { ok: true, result: await act() };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
