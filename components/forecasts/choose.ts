export const MAX_COMPARED = 4;

/** Number of forecasts offered for comparison. */
export const OFFERED = 12;
