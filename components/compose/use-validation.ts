import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type FieldErrors, get, type Resolver, set } from "react-hook-form";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { TextCheck } from "#lib/compose/check-text.ts";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { fieldErrors } from "#lib/compose/field-errors.ts";
import { printRequest } from "#lib/compose/print-request.ts";

/** The contract's check, fetched once the page is there: it weighs as much as the page. */
export const loadCheck = () => import("#lib/compose/check-text.ts");

/** Validates the form by the contract, and puts each violation at its field. */
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

/** What the contract says of a text; undefined until the check has been fetched. */
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

/** After the last key. */
const PAUSE_MS = 900;

export type Validation = ReturnType<typeof useValidation>;

/** What the API would answer to a valid body, asked for after each pause and on demand. */
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
    /** Of the last valid body: it stays in sight while the next one is asked for, so that nothing flickers. */
    report: last,
    findings: last?.findings,
    /** This very body would be answered with a forecast. */
    isRunnable: variables === body && data?.ok === true,
    isPending,
    error,
    validate() {
      if (body !== undefined) mutate(body);
    },
  };
}
