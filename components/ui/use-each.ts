"use client";

import { useRef, useState } from "react";

type EachOutcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly reason: string };

/**
 * Applies an action to several items, one after another. If the action fails for an item, it continues with the next.
 * The items are those of the first render, even if the list on the page changes later.
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
