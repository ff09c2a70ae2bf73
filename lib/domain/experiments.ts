/** Variants of a submission's observations, sent to review together. */

export const MOST_VARIANTS = 20;
export const MOST_VARIANT_NAME = 100;
