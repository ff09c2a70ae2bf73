import type { ModelState } from "./model.ts";

interface Edges {
  /** Asks the model server. Never rejects. */
  readonly probe: () => Promise<ModelState>;
  readonly now: () => Date;
}

/** What a model server's readiness check said last. */
export interface CachedReadiness {
  current(): Promise<ModelState>;
  /** When it was first found as it was found last; undefined before the first check. */
  since(): Date | undefined;
}

const GOOD_FOR_MS = 1_000;

/** Asks again once the last answer is a second old; whoever asks meanwhile shares the one check under way. */
export function cacheReadiness({ probe, now }: Edges): CachedReadiness {
  let known: { readonly state: ModelState; readonly at: number; readonly since: Date } | undefined;
  let pending: Promise<ModelState> | undefined;

  async function ask(): Promise<ModelState> {
    const state = await probe();
    const at = now();
    known = { state, at: at.getTime(), since: known?.state === state ? known.since : at };
    pending = undefined;
    return state;
  }

  return {
    async current() {
      const age = known === undefined ? Number.POSITIVE_INFINITY : now().getTime() - known.at;
      // A clock that was set back makes an age negative: then it is not known.
      if (known !== undefined && age >= 0 && age < GOOD_FOR_MS) return known.state;
      pending ??= ask();
      return pending;
    },
    since: () => known?.since,
  };
}
