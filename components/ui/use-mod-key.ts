import { useEffect, useEffectEvent } from "react";

/** Calls back on Ctrl or Cmd with this letter, wherever the focus is. */
export function useModKey(letter: string, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      press();
    }
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [letter]);
}
