import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns whether the page is hydrated. Before hydration, the browser would submit a form without React. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
