import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type FieldErrors, get, type Resolver, set } from "react-hook-form";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { TextCheck } from "#lib/compose/check-text.ts";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { fieldErrors } from "#lib/compose/field-errors.ts";
import { printRequest } from "#lib/compose/print-request.ts";

/** Loads the contract's validator separately, because the validator is as large as the page itself. */
export const loadCheck = () => import("#lib/compose/check-text.ts");

/** Validates the form against the API contract and assigns each violation to its field. */
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

/** Checks a request body against the API contract. Returns undefined until the validator is loaded. */
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

/** Delay between the last keystroke and the validation. */
const PAUSE_MS = 900;

export type Validation = ReturnType<typeof useValidation>;

/** Validates a well-formed request body on the server, after each pause in typing and on demand. */
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
  const isCurrent = variables === body;
  return {
    /** The findings of the last report; stay until the next report arrives, to avoid flicker. */
    findings: last?.findings,
    /** The report on this exact body; undefined while the body is being checked. */
    report: isCurrent ? data : undefined,
    isPending,
    error: isCurrent ? error : null,
    validate() {
      if (body !== undefined) mutate(body);
    },
  };
}
