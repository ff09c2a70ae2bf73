"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "#components/frame/trpc.ts";
import { Notice } from "#components/ui/notice.tsx";
import { plainWords, visible } from "#lib/format.ts";
import { routes } from "#lib/routes.ts";

/** What became of the submission that the reader has just decided on, on the page that comes after it. */
export function JustDecided({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.submissions.get.queryOptions({ submissionId }));
  if (data === undefined) return null;
  const { status, title } = data;
  const state = status === "submitted" ? "waits for another reviewer" : `is ${plainWords(status)}`;
  return (
    <Notice title={`Your decision is recorded: the submission ${state}`} live>
      <Link href={routes.submission(submissionId)}>{visible(title)}</Link>
    </Notice>
  );
}
