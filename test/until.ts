/** The real setTimeout, saved before a test installs fake timers. */
const { setTimeout: startTimer } = globalThis;
const now = performance.now.bind(performance);

/**
 * Polls until `look` returns a value. Throws an error with the condition `what` after `ms` milliseconds. The default is
 * far more than a slow machine needs; it only stops tests that hang.
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
    if (now() > end) throw new Error(`condition not met within ${ms} ms: ${what}`);
    await new Promise((resolve) => startTimer(resolve, 10));
  }
}
