export interface Batching {
  /** The most items in one group. */
  readonly most: number;
  /** How many groups may be under way at once: with 2, the database has the next before it has answered the last. */
  readonly atOnce: number;
  /** An item that has no result after so many milliseconds fails; its group goes on. */
  readonly patienceMs: number;
}

/**
 * Turns an operation on many items into one on a single item: items that come while groups are under way make up
 * the next, so that the database sees one statement instead of one for each request. `run` answers its items in
 * their order; when it fails, each item of that group fails.
 */
export function batch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, atOnce, patienceMs }: Batching,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  /** Items without a result, the oldest first. One timer watches over the oldest: a timer each would cost more. */
  const unsettled = new Set<Waiting<Item, Result>>();
  let workers = 0;
  let timer: NodeJS.Timeout | undefined;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        const results = await run(group.map(({ item }) => item));
        for (const [index, entry] of group.entries()) {
          const result = results[index];
          unsettled.delete(entry);
          if (result === undefined) entry.reject(new Error("a grouped operation left out one of its items"));
          else entry.resolve(result);
        }
      } catch (error) {
        for (const entry of group) {
          unsettled.delete(entry);
          entry.reject(error);
        }
      }
    }
    workers--;
  }

  function expire(): void {
    timer = undefined;
    const now = performance.now();
    for (const entry of unsettled) {
      if (entry.since + patienceMs > now) {
        timer = setTimeout(expire, entry.since + patienceMs - now);
        return;
      }
      unsettled.delete(entry);
      // One that was not sent yet is not sent any more: nobody waits for what it would do.
      const index = waiting.indexOf(entry);
      if (index !== -1) waiting.splice(index, 1);
      entry.reject(new Error(`no result after ${patienceMs} ms`));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const entry = { item, resolve, reject, since: performance.now() };
      waiting.push(entry);
      unsettled.add(entry);
      if (timer === undefined) timer = setTimeout(expire, patienceMs);
      if (workers >= atOnce) return;
      workers++;
      // After this turn of the event loop, so that whatever else arrived in it joins the group.
      setImmediate(work);
    });
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** A reading of performance.now(). */
  readonly since: number;
}
