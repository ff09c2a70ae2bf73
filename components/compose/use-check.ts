import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Outputs, useTRPC } from "#components/frame/trpc.ts";
import type { TextCheck } from "#lib/compose/check-text.ts";

export type CheckReport = Outputs["tasks"]["check"];

/** After the last key. */
const PAUSE_MS = 900;

/** What the API would answer to a body that obeys the contract: asked for after each pause, and whenever wanted. */
export function useCheck(request: TextCheck["request"]) {
  const trpc = useTRPC();
  const check = useMutation(trpc.tasks.check.mutationOptions());
  const { mutate } = check;
  useEffect(() => {
    if (request === undefined) return;
    const timer = setTimeout(() => mutate(request), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [request, mutate]);
  return {
    /** For this very body, or undefined. */
    report: check.data !== undefined && check.variables === request ? check.data : undefined,
    isPending: check.isPending,
    error: check.error,
    now: () => {
      if (request !== undefined) mutate(request);
    },
  };
}
