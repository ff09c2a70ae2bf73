/** The real timer, even while a test uses fake ones. */
const { setTimeout: startTimer } = globalThis;
const now = performance.now.bind(performance);

/**
 * Polls until `look` returns a value; fails with the awaited condition after the limit. The limit only ends hanging
 * tests and is far above what a slow machine needs.
 */
export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  ms = 240_000,
): Promise<T> {
  const end = now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => startTimer(resolve, 10));
  }
}
