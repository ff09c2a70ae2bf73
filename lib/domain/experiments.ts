/** Variants of a submission's observations, sent to review together. */

export const MAX_VARIANTS = 20;
export const MAX_VARIANT_NAME = 100;
