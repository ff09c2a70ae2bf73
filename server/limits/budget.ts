export type Budget = ReturnType<typeof createBudget>;

/** A limited quantity, such as memory. One holder may reserve at most half of it. */
export function createBudget(most: number) {
  const held = new Map<string, number>();
  let total = 0;

  function add(holder: string, amount: number): void {
    const own = (held.get(holder) ?? 0) + amount;
    total += amount;
    if (own === 0) held.delete(holder);
    else held.set(holder, own);
  }

  return {
    /** Reserves an amount. Returns a function that releases it; undefined if too little is left. */
    reserve(holder: string, amount: number): (() => void) | undefined {
      if (total + amount > most || (held.get(holder) ?? 0) + amount > most / 2) return undefined;
      add(holder, amount);
      return () => add(holder, -amount);
    },
  };
}
