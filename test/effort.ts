/** Whether exhaustive tests run completely (`npm run test:full`) or on a sample (`npm test`). */
const isFull = process.env.TEST_FULL !== undefined;

export function effort({ sample, full }: { readonly sample: number; readonly full: number }): number {
  return isFull ? full : sample;
}

/** Random seed of all generated test cases; vitest.config.ts sets a default. */
export const seed = Number(process.env.TEST_SEED);
