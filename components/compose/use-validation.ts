import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type FieldErrors, get, type Resolver, set } from "react-hook-form";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { TextCheck } from "#lib/compose/check-text.ts";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { fieldErrors } from "#lib/compose/field-errors.ts";
import { printRequest } from "#lib/compose/print-request.ts";

/** Loads the contract's validator after the page, because it is as large as the page itself. */
export const loadCheck = () => import("#lib/compose/check-text.ts");

/** Validates the form by the contract and assigns each violation to its field. */
export const resolver: Resolver<ComposeForm> = async (values) => {
  const { checkText } = await loadCheck();
  const errors: FieldErrors<ComposeForm> = {};
  for (const issue of checkText(printRequest(values)).issues) {
    for (const [field, message] of fieldErrors(issue, values)) {
      if (get(errors, field) === undefined) set(errors, field, { type: issue.code, message });
    }
  }
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};

/** Returns the contract's check of a text; undefined until the validator is loaded. */
export function useTextCheck(text: string): TextCheck | undefined {
  const [check, setCheck] = useState<TextCheck>();
  useEffect(() => {
    let isCurrent = true;
    void loadCheck().then(({ checkText }) => {
      if (isCurrent) setCheck(checkText(text));
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return check;
}

/** Delay after the last keystroke. */
const PAUSE_MS = 900;

export type Validation = ReturnType<typeof useValidation>;

/** Requests the API's response to a valid body, after each pause and on demand. */
export function useValidation(body: string | undefined) {
  const trpc = useTRPC();
  const [last, setLast] = useState<Outputs["submissions"]["validate"]>();
  const { mutate, data, variables, isPending, error } = useMutation(
    trpc.submissions.validate.mutationOptions({ onSuccess: setLast, meta: { changesNothing: true } }),
  );
  useEffect(() => {
    if (body === undefined) return;
    const timer = setTimeout(() => mutate(body), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [body, mutate]);
  return {
    /** The report of the last valid body; it stays until the next one arrives, to avoid flicker. */
    report: last,
    findings: last?.findings,
    /** This exact body would be answered with a forecast. */
    isRunnable: variables === body && data?.ok === true,
    isPending,
    error,
    validate() {
      if (body !== undefined) mutate(body);
    },
  };
}
