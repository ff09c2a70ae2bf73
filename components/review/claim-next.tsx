"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { type Inputs, useTRPC } from "#components/ui/trpc.ts";
import type { ReviewQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { useSkipped } from "./use-skipped.ts";

interface ClaimNextProps {
  readonly query: ReviewQuery;
  readonly input: Inputs["reviews"]["claimNext"];
  readonly memberId: string;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Claims and opens the next submission that no other reviewer has claimed. */
export function ClaimNext({ query, input, memberId, button }: ClaimNextProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const { skipped } = useSkipped(memberId);
  const claim = useMutation(
    trpc.reviews.claimNext.mutationOptions({
      onSuccess(submissionId) {
        if (submissionId !== null) router.push(routes.reviewOf(submissionId, { ...query, after: undefined }));
      },
    }),
  );
  const isNone = claim.data === null;
  return (
    <Button ref={button} loading={claim.isPending} onClick={() => claim.mutate({ ...input, skipped })} title="g">
      <span aria-live="polite">{isNone ? "No submissions to claim" : "Claim next submission"}</span>
    </Button>
  );
}
