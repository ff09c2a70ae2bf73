"use client";

import { type FieldError, type FieldPath, get, useFormContext, useFormState, useWatch } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { describeInvisible } from "#lib/findings/invisible-characters.ts";
import { visible } from "#lib/format.ts";
import styles from "./composer.module.css";

/** Returns the error of a field. Undefined until the field has lost focus or the form was submitted. */
export function useFieldError(name: string): string | undefined {
  const { errors, touchedFields, isSubmitted } = useFormState<ComposeForm>();
  const error: FieldError | undefined = get(errors, name);
  const isShown = isSubmitted || get(touchedFields, name.replace(/\.root$/, "")) !== undefined;
  return error !== undefined && isShown ? visible(error.message ?? "") : undefined;
}

/** Reserves space for the error message, to avoid a layout shift. */
const RESERVED = { className: styles.reserved ?? "" };

export function useField(name: FieldPath<ComposeForm>) {
  const { register, getValues } = useFormContext<ComposeForm>();
  const value = getValues(name);
  // register() sets the value only in the browser. With the default, the page from the server already has its height.
  const defaultValue = typeof value === "string" ? value : undefined;
  const text = useWatch<ComposeForm>({ name });
  // A field cannot show marks.
  const invisible = typeof text === "string" ? describeInvisible(text).sentence : undefined;
  return { ...register(name), ...RESERVED, defaultValue, error: useFieldError(name) ?? invisible };
}

/** Focuses synchronously. react-hook-form's setFocus() is delayed, so keystrokes would go to the previous field. */
export function focusField(name: string): void {
  document.getElementsByName(name)[0]?.focus();
}

/** Focuses the first empty cell of an observation's row. */
export function focusEmptyCell(index: number): void {
  const cells = document.querySelectorAll<HTMLInputElement>(`#observation-${index} [data-column]`);
  [...cells].find(({ value }) => value === "")?.focus();
}

/** Focuses the topmost of these fields on the page. */
export function goToFirst(fields: readonly string[]): void {
  const found = fields.flatMap(
    (field) => document.getElementsByName(field)[0] ?? document.getElementById(field.split(".")[0] ?? "") ?? [],
  );
  found.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  found[0]?.focus();
}
