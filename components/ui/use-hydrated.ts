import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page's script runs by now: before that, a form would be sent the browser's way. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
