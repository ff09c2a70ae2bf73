/** Requests of a credential in its window so far, and how many milliseconds are left of the window. */
export interface Count {
  readonly count: number;
  readonly endsIn: number;
}

/**
 * What one process knows of a credential's window. It is all there is where nothing is shared; beside a counter that
 * several processes share, it keeps the limit where that one does not answer, or has been emptied. `now` is a reading in
 * milliseconds of one clock of the process.
 */
export interface LocalCounter {
  /** How many requests of this window the shared counter does not know of: to be told with the next ones. */
  owed(now: number): number;
  /** It has been told of what was owed and of so many more requests. Gives the count with the last of them. */
  shared(answer: Count, requests: number, now: number): Count;
  /** It has not, or there is none: they are counted here. */
  alone(requests: number, now: number): Count;
}

/** Two clocks agree about the end of a window but for the time that an answer takes. */
const TOLERANCE_MS = 500;

export function createLocalCounter(windowMs: number): LocalCounter {
  let endsAt = 0;
  /** What the shared counter said last. */
  let seen = 0;
  /** How many of the window's requests came to this process, and how many of those are owed. */
  let own = 0;
  let owed = 0;

  function begin(): void {
    seen = 0;
    own = 0;
    owed = 0;
  }

  return {
    owed(now) {
      if (now >= endsAt) begin();
      return owed;
    },
    shared({ count, endsIn }, requests, now) {
      const another = now + endsIn > endsAt + TOLERANCE_MS;
      if (now >= endsAt - TOLERANCE_MS) {
        if (another) begin();
        owed = 0;
      } else {
        // Another window before the end of this one, or fewer requests than it must have: the counter was emptied.
        owed = another || count < seen + owed + requests ? own - owed : 0;
      }
      endsAt = now + endsIn;
      seen = count;
      own += requests;
      return { count: seen + owed, endsIn };
    },
    alone(requests, now) {
      if (now >= endsAt) {
        begin();
        endsAt = now + windowMs;
      }
      own += requests;
      owed += requests;
      return { count: seen + owed, endsIn: endsAt - now };
    },
  };
}
