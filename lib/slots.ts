/**
 * An unordered set of short-lived objects, such as requests. A Set or a Map would keep many of them alive until a full
 * garbage collection. V8 replaces its table every few additions, and the old table points to the new one. An old table
 * that was promoted to the old generation thus keeps alive everything that later tables held. A WeakMap has the same
 * problem.
 */
export class Slots<T> implements Iterable<T> {
  readonly #items: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** Returns the slot to pass to remove(). */
  add(item: T): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  /** Removes an item. Call this only once per add(), because the slot is reused. */
  remove(slot: number): void {
    this.#items[slot] = undefined;
    this.#free.push(slot);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const item of [...this.#items]) if (item !== undefined) yield item;
  }
}
