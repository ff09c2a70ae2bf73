/** The real clock and timer, even while a test uses fake ones. */
const { setTimeout: startTimer } = globalThis;
const now = performance.now.bind(performance);

/**
 * Polls until `look` finds something; fails, saying what was awaited, when it has not in time. The limit is there to end
 * a test that hangs, not to measure: it is far beyond what a slow machine needs.
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
