/**
 * The contract's limits, separate from its schemas, so that pages that only display them do not load the validation
 * code.
 */

export const OPTION_ID_PATTERN = "^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$";
export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 20;
export const MAX_INSTRUCTIONS = 8_000;
export const MAX_DESCRIPTION = 2_000;
export const MAX_BODY_BYTES = 32_768;
