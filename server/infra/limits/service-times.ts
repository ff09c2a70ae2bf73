/** How long a place has been kept of late: what the wait for one is judged by. Times are in milliseconds. */
export interface ServiceTimes {
  note(ms: number): void;
  /** The median of the latest; undefined where they are too few to tell. */
  typical(): number | undefined;
}

const LATEST = 31;
const FEWEST = 5;
const RECENT_MS = 300_000;

/** The median, since a few slow ones must not turn others away. `now` gives milliseconds. */
export function createServiceTimes(now: () => number): ServiceTimes {
  const noted: { readonly at: number; readonly ms: number }[] = [];
  return {
    note(ms) {
      noted.push({ at: now(), ms });
      if (noted.length > LATEST) noted.shift();
    },
    typical() {
      const since = now() - RECENT_MS;
      const times = noted.filter(({ at }) => at >= since).map(({ ms }) => ms);
      if (times.length < FEWEST) return undefined;
      return times.sort((a, b) => a - b)[Math.floor((times.length - 1) / 2)];
    },
  };
}
