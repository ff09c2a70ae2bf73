/** What waits for the pointer to be lifted. */
const waiting = new Set<() => void>();
let pressed = false;

function release(): void {
  pressed = false;
  // After the click, which comes after this event.
  setTimeout(() => {
    const calls = [...waiting];
    waiting.clear();
    for (const call of calls) call();
  });
}

if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", () => (pressed = true), true);
  document.addEventListener("pointerup", release, true);
  document.addEventListener("pointercancel", release, true);
}

/**
 * Calls at once, or when the pointer is lifted: a field that is left by pressing a button must not grow a message that
 * moves the button away from under the pointer, for then it is never clicked.
 */
export function afterPress(call: () => void): void {
  if (pressed) waiting.add(call);
  else call();
}
