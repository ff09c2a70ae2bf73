"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { PROCEDURES, useTRPCClient } from "#components/ui/trpc.ts";

const RENEW_MS = 60_000;

/**
 * Says to others that the reader looks at this submission, for as long as the page is there to be seen. Answers who
 * does: the reader, or whoever was before them. It expires if the browser cannot release it.
 */
export function useClaim(submissionId: string, mayDecide: boolean) {
  const client = useTRPCClient();
  const { data } = useQuery({
    queryKey: ["claim", submissionId],
    queryFn: () => client.reviews.claim.mutate({ submissionId }),
    enabled: mayDecide,
    refetchInterval: RENEW_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!mayDecide) return;
    // A beacon is sent even as the page goes.
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
