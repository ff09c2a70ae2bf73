import { useEffect, useRef } from "react";

/** What a person does who no longer waits where the focus has brought them. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown", "input"];

/**
 * For a form with buttons that lie over its end: keeps the control that has just got the focus in sight. The browser scrolls
 * to it at once, but what the form looks like is known with the next frame, and the remark about the control before it
 * appears a moment later still: either may leave it below the buttons.
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
