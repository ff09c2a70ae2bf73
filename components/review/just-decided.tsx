"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Alert } from "#components/ui/alert.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { plainWords, visible } from "#lib/format.ts";

/** What became of the submission that the reader has just decided on, on the page that comes after it. */
export function JustDecided({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.submissions.get.queryOptions({ submissionId }));
  if (data === undefined) return null;
  const { status, title } = data;
  const state = status === "submitted" ? "waits for another reviewer" : `is ${plainWords(status)}`;
  return (
    <Alert title={`Your decision is recorded: the submission ${state}`} live>
      <Link href={routes.submission(submissionId)}>{visible(title)}</Link>
    </Alert>
  );
}
