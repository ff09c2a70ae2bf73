/**
 * Those who wait, by credential. The next place is for the credential whose last one is the longest ago: they take turns,
 * and one that comes back after a while does not stand behind the many of another.
 */
export interface WaitingQueue<Wait> {
  size(): number;
  add(credentialId: string, wait: Wait): void;
  /** Nothing happens where it does not wait any more. */
  remove(credentialId: string, wait: Wait): void;
  /** Takes out whose turn it is among those that `may` have a place now: within a credential, who came first. */
  next(may: (wait: Wait) => boolean): Wait | undefined;
  /** Notes that a credential has had its turn without a wait. */
  serve(credentialId: string): void;
  /** How many come before one more request of the credential, if nobody else comes. */
  ahead(credentialId: string): number;
  /**
   * Who gives way to one more of `credentialId`: the newest of the credential with the most, if that one then still has
   * no fewer.
   */
  yielding(credentialId: string): Eviction<Wait> | undefined;
}

export interface Eviction<Wait> {
  readonly credentialId: string;
  readonly wait: Wait;
}

export function createQueue<Wait>(): WaitingQueue<Wait> {
  const queues = new Map<string, Set<Wait>>();
  /** The number of each credential's last turn. */
  const turns = new Map<string, number>();
  let turn = 0;
  let size = 0;

  const turnOf = (credentialId: string) => turns.get(credentialId) ?? 0;
  const waitingOf = (credentialId: string) => queues.get(credentialId)?.size ?? 0;

  function serve(credentialId: string): void {
    turns.set(credentialId, ++turn);
  }

  function remove(credentialId: string, wait: Wait): void {
    const queue = queues.get(credentialId);
    if (queue === undefined || !queue.delete(wait)) return;
    size--;
    if (queue.size === 0) queues.delete(credentialId);
  }

  return {
    size: () => size,
    add(credentialId, wait) {
      const queue = queues.get(credentialId) ?? new Set();
      queues.set(credentialId, queue.add(wait));
      size++;
    },
    remove,
    serve,
    next(may) {
      let next: { readonly credentialId: string; readonly wait: Wait } | undefined;
      for (const [credentialId, queue] of queues) {
        if (next !== undefined && turnOf(credentialId) >= turnOf(next.credentialId)) continue;
        for (const wait of queue) {
          if (!may(wait)) continue;
          next = { credentialId, wait };
          break;
        }
      }
      if (next === undefined) return undefined;
      serve(next.credentialId);
      remove(next.credentialId, next.wait);
      return next.wait;
    },
    ahead(credentialId) {
      const own = waitingOf(credentialId);
      let ahead = own;
      for (const [other, queue] of queues) {
        if (other === credentialId) continue;
        ahead += Math.min(queue.size, turnOf(other) <= turnOf(credentialId) ? own + 1 : own);
      }
      return ahead;
    },
    yielding(credentialId) {
      let [most, atLeast] = [credentialId, waitingOf(credentialId) + 2];
      for (const [other, queue] of queues) if (queue.size >= atLeast) [most, atLeast] = [other, queue.size + 1];
      const newest = most === credentialId ? undefined : [...(queues.get(most) ?? [])].at(-1);
      return newest === undefined ? undefined : { credentialId: most, wait: newest };
    },
  };
}
