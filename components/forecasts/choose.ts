export const MAX_COMPARED = 4;

export const OFFERED = 12;
