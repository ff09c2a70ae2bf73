/** How much of a list a page shows. */

export const PAGE = 50;

/** How far the overview looks back, and how many forecasts it lists. */
export const OVERVIEW_HOURS = 12;
export const OVERVIEW_FORECASTS = 6;

/** What the overview shows of the review queue: the oldest submissions that the reader may decide on. */
export const OVERVIEW_QUEUE = { mine: false, limit: 5 };

/** And of the outcomes that wait for their confirmation. */
export const OVERVIEW_OUTCOMES = { state: "unconfirmed", limit: 10 } as const;
