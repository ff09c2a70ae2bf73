import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";

export type CheckReport = Outputs["tasks"]["check"];

/** After the last key. */
const PAUSE_MS = 900;

/**
 * What the API would answer to a body that obeys the contract, given as its text: asked for after each pause, and whenever
 * wanted.
 */
export function useCheck(body: string | undefined) {
  const trpc = useTRPC();
  const check = useMutation(trpc.tasks.check.mutationOptions());
  const { mutate } = check;
  useEffect(() => {
    if (body === undefined) return;
    const timer = setTimeout(() => mutate(body), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [body, mutate]);
  return {
    /** For this very body, or undefined. */
    report: check.data !== undefined && check.variables === body ? check.data : undefined,
    isPending: check.isPending,
    error: check.error,
    now: () => {
      if (body !== undefined) mutate(body);
    },
  };
}
