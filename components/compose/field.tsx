"use client";

import { type FieldError, type FieldPath, get, useFormContext, useFormState } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { visible } from "#lib/format.ts";
import styles from "./composer.module.css";

/** What is wrong at a field, once it was touched or all errors were asked for. */
export function useFieldError(name: string) {
  const { errors, touchedFields, isSubmitted } = useFormState<ComposeForm>();
  const error: FieldError | undefined = get(errors, name);
  const isShown = isSubmitted || get(touchedFields, name.replace(/\.root$/, "")) !== undefined;
  return error !== undefined && isShown ? <ErrorText error={error} /> : undefined;
}

/** The message with the code that the API would answer. */
export function ErrorText({ error: { type, message = "" } }: { readonly error: FieldError }) {
  return (
    <>
      {visible(message)} <code className={styles.code}>{type}</code>
    </>
  );
}

/** Keeps a line free for an error, so that nothing moves when it appears. */
export const RESERVED = { className: styles.reserved ?? "" };

/** What ties an input to a field of the form. */
export function useField(name: FieldPath<ComposeForm>) {
  const { register } = useFormContext<ComposeForm>();
  return { ...register(name), ...RESERVED, error: useFieldError(name) };
}

/** Puts the cursor into the first of these fields on the page, or into a list whose whole is wrong. */
export function goToFirst(fields: readonly string[]): void {
  const places = fields.flatMap((field) => {
    const [list, index] = field.split(".");
    const element =
      document.getElementsByName(field)[0] ??
      document.querySelector<HTMLElement>(`#observation-${index} [aria-expanded=false]`) ??
      document.getElementById(`${list}`);
    return element === null ? [] : [{ field, element }];
  });
  places.sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const [first] = places;
  if (first === undefined) return;
  if (first.element.ariaExpanded === null) {
    first.element.focus();
    return;
  }
  first.element.click();
  // The fields of the row appear with the next drawing.
  requestAnimationFrame(() => document.getElementsByName(first.field)[0]?.focus());
}
