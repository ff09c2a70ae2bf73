/**
 * Waiting requests by API key. Keys take turns: the next slot goes to the least recently served key, so a key that
 * returns after a pause does not wait behind the many requests of another key.
 */
export function createQueue<Wait>() {
  const queues = new Map<string, Set<Wait>>();
  /** The number of the latest turn of each API key; a higher number is more recent. */
  const turns = new Map<string, number>();
  let turn = 0;
  let size = 0;

  const turnOf = (credentialId: string) => turns.get(credentialId) ?? 0;

  /** Records that an API key got a slot without waiting. */
  function noteTurn(credentialId: string): void {
    turns.set(credentialId, ++turn);
  }

  /** Does nothing if the request no longer waits. */
  function remove(credentialId: string, wait: Wait): void {
    const queue = queues.get(credentialId);
    if (queue === undefined || !queue.delete(wait)) return;
    size--;
    if (queue.size === 0) queues.delete(credentialId);
  }

  return {
    size: () => size,
    add(credentialId: string, wait: Wait): void {
      const queue = queues.get(credentialId) ?? new Set();
      queues.set(credentialId, queue.add(wait));
      size++;
    },
    remove,
    noteTurn,
    /** Removes and returns the next request for which `canStart` is true. */
    next(canStart: (wait: Wait) => boolean): Wait | undefined {
      let next: { readonly credentialId: string; readonly wait: Wait } | undefined;
      for (const [credentialId, queue] of queues) {
        if (next !== undefined && turnOf(credentialId) >= turnOf(next.credentialId)) continue;
        for (const wait of queue) {
          if (!canStart(wait)) continue;
          next = { credentialId, wait };
          break;
        }
      }
      if (next === undefined) return undefined;
      noteTurn(next.credentialId);
      remove(next.credentialId, next.wait);
      return next.wait;
    },
    /**
     * Returns the newest request of the API key with the most waiting requests, if that key has at least two more than
     * the key `credentialId`.
     */
    findEviction(credentialId: string): Wait | undefined {
      let most = new Set<Wait>();
      for (const queue of queues.values()) if (queue.size > most.size) most = queue;
      return most.size >= (queues.get(credentialId)?.size ?? 0) + 2 ? [...most].at(-1) : undefined;
    },
  };
}
