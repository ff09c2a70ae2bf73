const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Forecast horizons: the time from the information cutoff to the resolution date. Sorted; `below` is an exclusive limit in
 * seconds.
 */
export const HORIZONS = [
  { name: "under 1 day", below: DAY },
  { name: "1 to 7 days", below: 7 * DAY },
  { name: "7 to 30 days", below: 30 * DAY },
  { name: "30 to 90 days", below: 90 * DAY },
  { name: "90 to 365 days", below: 365 * DAY },
  { name: "365 days and more", below: Number.POSITIVE_INFINITY },
] as const;

export function horizonOf(seconds: number): (typeof HORIZONS)[number]["name"] {
  return (HORIZONS.find(({ below }) => seconds < below) ?? HORIZONS[5]).name;
}
