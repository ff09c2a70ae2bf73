import type { ModelState } from "#lib/domain/model-state.ts";

interface Edges {
  /** Never rejects. */
  readonly probe: () => Promise<ModelState>;
  readonly now: () => Date;
}

export interface CachedReadiness {
  current(): Promise<ModelState>;
  /** Returns the time when the current state was first observed; undefined before the first check. */
  since(): Date | undefined;
}

const GOOD_FOR_MS = 1_000;

/** Caches the readiness of a model server for one second. Concurrent callers share one check. */
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
      // A negative age means that the clock was set back; the cached state is then not used.
      if (known !== undefined && age >= 0 && age < GOOD_FOR_MS) return known.state;
      pending ??= ask();
      return pending;
    },
    since: () => known?.since,
  };
}
