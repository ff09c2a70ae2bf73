import { type FieldError, get, useFormState } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { visible } from "#lib/format.ts";

interface RowError {
  /** The name of the form's field. */
  readonly field: string;
  readonly message: string;
}

/** What is wrong in an observation: at the fields that were left, or everywhere once all errors were asked for. */
export function useRowErrors(index: number): readonly RowError[] {
  const { errors, touchedFields, isSubmitted } = useFormState<ComposeForm>();
  const { observedAt, fields = {} } = errors.observations?.[index] ?? {};
  const found: readonly (readonly [string, FieldError | undefined])[] = [
    ["observedAt.local", observedAt?.local],
    ...Object.entries(fields).map(([name, error]) => [`fields.${name}`, error] as const),
  ];
  return found.flatMap(([part, error]) => {
    const field = `observations.${index}.${part}`;
    const isShown = isSubmitted || get(touchedFields, field) !== undefined;
    return error !== undefined && isShown ? [{ field, message: visible(error.message ?? "") }] : [];
  });
}
