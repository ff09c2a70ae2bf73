import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page is hydrated. Before that, the browser would submit a form natively. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
