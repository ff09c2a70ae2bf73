"use client";

import { useIsMutating, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { PROCEDURES, useTRPC, useTRPCClient } from "#components/ui/trpc.ts";

const RENEW_MS = 60_000;

/**
 * Claims the submission for the signed-in reviewer while the page is visible. Returns the reviewer who holds the claim,
 * which may be another one. The claim expires if the browser fails to release it.
 */
export function useClaim(submissionId: string, mayDecide: boolean) {
  const client = useTRPCClient();
  // A decided submission cannot be claimed, so the claim is not renewed from the moment the decision is sent.
  const isDeciding = useIsMutating({ mutationKey: useTRPC().reviews.decide.mutationKey() }) > 0;
  const { data } = useQuery({
    queryKey: ["claim", submissionId],
    queryFn: () => client.reviews.claim.mutate({ submissionId }),
    enabled: mayDecide && !isDeciding,
    refetchInterval: RENEW_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!mayDecide) return;
    // Browsers still send a beacon while the page unloads; a fetch may be cancelled.
    const body = new Blob([JSON.stringify({ submissionId })], { type: "application/json" });
    const release = () => void navigator.sendBeacon(`${PROCEDURES}/reviews.release`, body);
    window.addEventListener("pagehide", release);
    return () => {
      window.removeEventListener("pagehide", release);
      release();
    };
  }, [submissionId, mayDecide]);
  return data;
}
