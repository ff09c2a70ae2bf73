import { useEffect } from "react";

/** While `matters`, the browser asks before the page is left: what it shows is nowhere else. */
export function useLeaveWarning(matters: boolean): void {
  useEffect(() => {
    if (!matters) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [matters]);
}
