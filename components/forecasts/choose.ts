export const MAX_COMPARED = 4;

/** Maximum number of forecasts offered for comparison. */
export const OFFERED = 12;
