/**
 * Waiting requests by credential. Credentials take turns: the next slot goes to the one whose last turn is the longest
 * ago, so a credential that returns after a pause does not wait behind the many requests of another.
 */
export interface WaitingQueue<Wait> {
  size(): number;
  add(credentialId: string, wait: Wait): void;
  /** Does nothing if the request no longer waits. */
  remove(credentialId: string, wait: Wait): void;
  /** Removes and returns the next request, passing over those that `canStart` rejects. */
  next(canStart: (wait: Wait) => boolean): Wait | undefined;
  /** Notes that a credential got a slot without waiting. */
  noteTurn(credentialId: string): void;
  /** How many requests would be served before a new one of this credential if no other request came. */
  ahead(credentialId: string): number;
  /** The newest request of the credential with the most, if that is at least two more than this credential has. */
  findEviction(credentialId: string): Eviction<Wait> | undefined;
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

  function noteTurn(credentialId: string): void {
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
    noteTurn,
    next(canStart) {
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
    ahead(credentialId) {
      const own = waitingOf(credentialId);
      let ahead = own;
      for (const [other, queue] of queues) {
        if (other === credentialId) continue;
        ahead += Math.min(queue.size, turnOf(other) <= turnOf(credentialId) ? own + 1 : own);
      }
      return ahead;
    },
    findEviction(credentialId) {
      let [most, atLeast] = [credentialId, waitingOf(credentialId) + 2];
      for (const [other, queue] of queues) if (queue.size >= atLeast) [most, atLeast] = [other, queue.size + 1];
      const newest = most === credentialId ? undefined : [...(queues.get(most) ?? [])].at(-1);
      return newest === undefined ? undefined : { credentialId: most, wait: newest };
    },
  };
}
