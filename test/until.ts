import type { Model } from "#server/models/model.ts";

/** The real setTimeout, saved before a test installs fake timers. */
const { setTimeout: startTimer } = globalThis;
const now = performance.now.bind(performance);

/** Waits until the cached readiness of a gateway's model is `state`. */
export function untilModelIs({ model }: { readonly model: Pick<Model, "readiness"> }, state: string): Promise<true> {
  return until(`the model is ${state}`, async () => (await model.readiness()) === state);
}

/**
 * Polls until `look` returns a value other than undefined and false. Throws an error with the condition `what` after `ms`
 * milliseconds. The default is far more than a slow machine needs; it only stops tests that hang.
 */
export async function until<T>(
  what: string,
  look: () => T | false | undefined | Promise<T | false | undefined>,
  ms = 240_000,
): Promise<T> {
  const end = now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (now() > end) throw new Error(`condition not met within ${ms} ms: ${what}`);
    await new Promise((resolve) => startTimer(resolve, 10));
  }
}
