/** Estimates how long the model takes from its latest answers. Times are in milliseconds. */
export interface ServiceTimes {
  /** `abandoned`: the request ended without an answer after `ms`, so its answer would have taken longer. */
  note(ms: number, abandoned: boolean): void;
  /** The expected time; undefined if too few answers are known. */
  typical(): number | undefined;
}

const LATEST = 31;
const FEWEST = 5;
const RECENT_MS = 300_000;

/** The median of the latest times, because a few slow answers must not turn other requests away. */
export function createServiceTimes(now: () => number): ServiceTimes {
  const noted: { readonly at: number; readonly ms: number }[] = [];
  /** The longest time that an unanswered request took since the last answer: a model that hangs answers nobody. */
  let hung = 0;

  const times = new Float64Array(LATEST);

  /** Sorts in memory that is there: every request asks. */
  function median(): number | undefined {
    const since = now() - RECENT_MS;
    let count = 0;
    for (const { at, ms } of noted) if (at >= since) times[count++] = ms;
    return count < FEWEST ? undefined : times.subarray(0, count).sort()[Math.floor((count - 1) / 2)];
  }

  return {
    note(ms, abandoned) {
      if (abandoned) hung = Math.max(hung, ms);
      else hung = 0;
      if (abandoned && ms <= (median() ?? Number.POSITIVE_INFINITY)) return;
      noted.push({ at: now(), ms });
      if (noted.length > LATEST) noted.shift();
    },
    typical() {
      const known = median();
      return hung > 0 ? Math.max(known ?? 0, hung) : known;
    },
  };
}
