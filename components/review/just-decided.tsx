"use client";

import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { STATUS_LABELS } from "#lib/console/submissions.ts";
import { visible } from "#lib/format.ts";

/** The result of the reader's last decision, shown on the page that follows it. */
export function JustDecided({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.submissions.get.queryOptions({ submissionId }));
  if (data === undefined) return null;
  const { status, title, disputed } = data;
  const open = disputed ? "The reviewers disagree: a further one decides" : "It waits for another reviewer";
  const state = status === "submitted" ? open : `Submission ${STATUS_LABELS[status]}`;
  return (
    <Alert title={`Your decision is recorded. ${state}`} role="status" mb="md">
      <Link href={routes.submission(submissionId)}>{visible(title)}</Link>
    </Alert>
  );
}
