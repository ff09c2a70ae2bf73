/** Whether exhaustive tests run completely, as in `npm run test:full`. In `npm test` they take a sample. */
const isFull = process.env.TEST_FULL !== undefined;

/** How many cases, runs or repeats an exhaustive test makes. */
export function effort({ sample, full }: { readonly sample: number; readonly full: number }): number {
  return isFull ? full : sample;
}

/** The seed of all generated cases of a run (vitest.config.ts). */
export const seed = Number(process.env.TEST_SEED);
