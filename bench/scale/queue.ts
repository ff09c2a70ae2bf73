/** Event queue of a discrete-event simulation. */
export interface Queue {
  add(at: number, happen: (at: number) => void): void;
  /** Calls the callbacks in order of simulated time until the queue is empty. */
  run(): void;
}

interface Entry {
  readonly at: number;
  readonly happen: (at: number) => void;
}

export function createQueue(): Queue {
  const heap: Entry[] = [];
  const isBefore = (a: number, b: number) => (heap[a]?.at ?? Infinity) < (heap[b]?.at ?? Infinity);

  function swap(a: number, b: number): void {
    const [first, second] = [heap[a], heap[b]];
    if (first === undefined || second === undefined) return;
    heap[a] = second;
    heap[b] = first;
  }

  return {
    add(at, happen) {
      heap.push({ at, happen });
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (!isBefore(index, parent)) break;
        swap(index, parent);
        index = parent;
      }
    },
    run() {
      for (let next = heap[0]; next !== undefined; next = heap[0]) {
        swap(0, heap.length - 1);
        heap.pop();
        for (let index = 0; ; ) {
          const [left, right] = [2 * index + 1, 2 * index + 2];
          const least = isBefore(right, left) ? right : left;
          if (!isBefore(least, index)) break;
          swap(index, least);
          index = least;
        }
        next.happen(next.at);
      }
    },
  };
}
