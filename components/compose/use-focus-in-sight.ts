import { useEffect, useRef } from "react";

/** User actions that stop scrolling to the focused control. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown", "input"];

/**
 * Scrolls a form so that its sticky buttons never cover the focused control. The browser scrolls only once, on focus.
 * The layout changes in the next frame, and the error message of the previous control appears even later. Both can push
 * the focused control below the buttons.
 */
export function useFocusInSight() {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = ref.current;
    if (form === null) return;
    let arrived: Element | undefined;
    let isByKey = false;
    const keep = () => {
      if (arrived === document.activeElement) arrived?.scrollIntoView({ block: "nearest" });
    };
    const arrive = () => {
      arrived = document.activeElement ?? undefined;
      if (isByKey) requestAnimationFrame(keep);
    };
    const move = ({ type }: Event) => {
      arrived = undefined;
      isByKey = type === "keydown";
    };
    const observer = new ResizeObserver(keep);
    observer.observe(form);
    form.addEventListener("focusin", arrive);
    for (const type of MOVES) window.addEventListener(type, move, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      form.removeEventListener("focusin", arrive);
      for (const type of MOVES) window.removeEventListener(type, move, { capture: true });
    };
  }, []);
  return ref;
}
