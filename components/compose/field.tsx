"use client";

import { type FieldError, type FieldPath, get, useFormContext, useFormState } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { visible } from "#lib/format.ts";
import styles from "./composer.module.css";

/** What is wrong at a field, in plain words, once it was left or all errors were asked for. */
export function useFieldError(name: string): string | undefined {
  const { errors, touchedFields, isSubmitted } = useFormState<ComposeForm>();
  const error: FieldError | undefined = get(errors, name);
  const isShown = isSubmitted || get(touchedFields, name.replace(/\.root$/, "")) !== undefined;
  return error !== undefined && isShown ? visible(error.message ?? "") : undefined;
}

/** Keeps a line free for an error, so that nothing moves when it appears. */
const RESERVED = { className: styles.reserved ?? "" };

/** What ties an input to a field of the form. */
export function useField(name: FieldPath<ComposeForm>) {
  const { register } = useFormContext<ComposeForm>();
  return { ...register(name), ...RESERVED, error: useFieldError(name) };
}

/** At once: react-hook-form's own setFocus() waits, and what is typed meanwhile goes into the field before. */
export function focusField(name: string): void {
  document.getElementsByName(name)[0]?.focus();
}

/** Puts the cursor into the first of these fields on the page, or into a list whose whole is wrong. */
export function goToFirst(fields: readonly string[]): void {
  const found = fields.flatMap((field) => {
    const [list, index] = field.split(".");
    const element =
      document.getElementsByName(field)[0] ??
      document.querySelector<HTMLElement>(`#observation-${index} [aria-expanded=false]`) ??
      document.getElementById(`${list}`);
    return element === null ? [] : [{ field, element }];
  });
  found.sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const [first] = found;
  if (first === undefined) return;
  if (first.element.ariaExpanded === null) {
    first.element.focus();
    return;
  }
  first.element.click();
  // The fields of the row appear with the next drawing.
  requestAnimationFrame(() => focusField(first.field));
}
