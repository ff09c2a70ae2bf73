export const MAX_COMPARED = 4;

/** How many forecasts are offered to choose from. */
export const OFFERED = 12;
