/**
 * A set of things that come and go with requests, in no order. A Set or a Map would keep many of them until a collection
 * of the whole heap: V8 replaces its table every few additions, the old table names the new one, and an old table that
 * has outlived a collection of the young keeps alive what any later one held. A WeakMap keeps them too.
 */
export class Slots<T> implements Iterable<T> {
  readonly #items: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** Returns the slot, for remove(). */
  add(item: T): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  /** Call it once for each add(): the slot is given to the next. */
  remove(slot: number): void {
    this.#items[slot] = undefined;
    this.#free.push(slot);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const item of [...this.#items]) if (item !== undefined) yield item;
  }
}
