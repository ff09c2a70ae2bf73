import { createFairSlots, type FairSlots } from "#server/limits/fair-slots.ts";
import type { Pacer } from "#server/limits/pacer.ts";

/** Slots of the console. Pages are rendered by Next and cost much more CPU time than other requests. */
export interface ConsoleSlots {
  readonly pages: FairSlots;
  readonly others: FairSlots;
}

/** Returns separate slots for members and for visitors without a session. */
export function createConsoleSlots(pacer: Pacer): { readonly members: ConsoleSlots; readonly visitors: ConsoleSlots } {
  const pages = { maxWaiting: 256, maxWaitMs: 10_000, pacer, restAfter: pacer.restAfter };
  const others = { maxWaiting: 512, maxWaitMs: 5_000, pacer };
  return {
    members: { pages: createFairSlots({ slots: 2, ...pages }), others: createFairSlots({ slots: 12, ...others }) },
    visitors: { pages: createFairSlots({ slots: 1, ...pages }), others: createFairSlots({ slots: 4, ...others }) },
  };
}
