import { fieldId } from "./use-field.tsx";

const INPUTS = "input, textarea, select";

/** Puts the cursor where a violation is: into the field, of an observation that is unfolded first, or into the JSON. */
export function goToField(field: string | undefined): void {
  if (field === undefined) {
    focusOn(document.querySelector('textarea[aria-label="The request as JSON"]'));
    return;
  }
  const row = /^observations\.(\d+)\./.exec(field)?.[1];
  const summary = row && document.querySelector<HTMLElement>(`#observation-${row} button[aria-expanded="false"]`);
  if (summary) summary.click();
  // Unfolded, it is there after the next drawing.
  requestAnimationFrame(() => focusOn(document.getElementById(fieldId(field))));
}

function focusOn(element: Element | null): void {
  if (element === null) return;
  const input = element.matches(INPUTS) ? element : (element.querySelector(INPUTS) ?? element);
  if (input instanceof HTMLElement) input.focus();
}
