import { useEffect, useRef } from "react";

/** Events that end the tracking of the focused control: the user has moved on. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown", "input"];

/**
 * Keeps the focused control visible in a form whose buttons overlay its end. The browser scrolls at once, but the
 * layout changes with the next frame, and the error of the previous control appears later still. Either may push the
 * focused control below the buttons.
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
