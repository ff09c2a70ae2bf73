/** Whether exhaustive tests run completely (`npm run test:full`) or on a sample (`npm test`). */
const isFull = process.env.TEST_FULL !== undefined;

/** Returns the number of cases, runs or repeats of an exhaustive test. */
export function effort({ sample, full }: { readonly sample: number; readonly full: number }): number {
  return isFull ? full : sample;
}

/** Seed of all generated cases of a run (vitest.config.ts). */
export const seed = Number(process.env.TEST_SEED);
