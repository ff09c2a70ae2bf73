/** Whether exhaustive tests run as a whole: in `npm run test:full`. In `npm test` they take a sample. */
const isFull = process.env.TEST_FULL !== undefined;

/** How many cases, runs or repeats an exhaustive test makes. */
export function effort({ sample, full }: { readonly sample: number; readonly full: number }): number {
  return isFull ? full : sample;
}

/** For generated cases: always the same in a sample, new ones in each full run. TEST_SEED brings a run's cases back. */
export const seed = Number(process.env.TEST_SEED ?? (isFull ? Date.now() % 2 ** 31 : 20_261_121));
