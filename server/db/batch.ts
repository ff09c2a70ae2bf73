import { Slots } from "#lib/slots.ts";

export interface Batching {
  /** Maximum number of items in a batch. */
  readonly most: number;
  /** Maximum number of concurrent batches. With 2, the database receives a batch while it executes the previous one. */
  readonly atOnce: number;
  /** Time limit of an item in milliseconds. An item that exceeds the limit fails; its batch continues. */
  readonly patienceMs: number;
}

/** Up to this many waiting items are not divided among batches, because each batch has a fixed cost. */
const WORTH_A_BATCH = 4;

/**
 * Turns an operation on many items into an operation on one item. Items that arrive while batches are running form the
 * next batch: the database executes one statement instead of one per request. Batches that can start together share the
 * waiting items, so that the database works on one batch while the process handles another. `run` returns results in
 * the order of its items; if it fails, every item of the batch fails.
 */
export function batch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, atOnce, patienceMs }: Batching,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  /** Items without a result yet. One timer watches the oldest item, because a timer per item would cost more. */
  const unsettled = new Slots<Waiting<Item, Result>>();
  let running = 0;
  let isStarting = false;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    isStarting = false;
    while (waiting.length > 0 && running < atOnce) {
      const share = Math.ceil(waiting.length / (atOnce - running));
      running++;
      void work(waiting.splice(0, Math.min(most, Math.max(WORTH_A_BATCH, share))));
    }
  }

  async function work(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      for (const [index, entry] of group.entries()) {
        const result = results[index];
        if (!settle(entry)) continue;
        if (result === undefined) entry.reject(new Error("the batch returned no result for this item"));
        else entry.resolve(result);
      }
    } catch (error) {
      for (const entry of group) if (settle(entry)) entry.reject(error);
    }
    running--;
    start();
  }

  /** Marks an item as settled. Returns false for an item that timed out before. */
  function settle(entry: Waiting<Item, Result>): boolean {
    if (entry.slot === undefined) return false;
    unsettled.remove(entry.slot);
    entry.slot = undefined;
    return true;
  }

  function expire(): void {
    timer = undefined;
    const now = performance.now();
    let oldest = Number.POSITIVE_INFINITY;
    for (const entry of unsettled) {
      if (entry.since + patienceMs > now) {
        oldest = Math.min(oldest, entry.since);
        continue;
      }
      settle(entry);
      // An expired item that is not sent yet is dropped, because nobody waits for its result.
      const index = waiting.indexOf(entry);
      if (index !== -1) waiting.splice(index, 1);
      entry.reject(new Error(`no result after ${patienceMs} ms`));
    }
    if (oldest < now) timer = setTimeout(expire, oldest + patienceMs - now);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const entry: Waiting<Item, Result> = { item, resolve, reject, since: performance.now(), slot: undefined };
      waiting.push(entry);
      entry.slot = unsettled.add(entry);
      if (timer === undefined) timer = setTimeout(expire, patienceMs);
      if (isStarting || running >= atOnce) return;
      isStarting = true;
      // Starts after this turn of the event loop, so that all items of this turn join the batch.
      setImmediate(start);
    });
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Time of arrival, from performance.now(). */
  readonly since: number;
  /** Index in `unsettled`; undefined once the item is settled. */
  slot: number | undefined;
}
