"use client";

import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#components/ui/link.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { STATUS_LABELS } from "#lib/domain/submissions.ts";
import { visible } from "#lib/format.ts";

/** Shows the result of the reviewer's previous decision on the page that opens after it. */
export function JustDecided({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.submissions.get.queryOptions({ submissionId }));
  if (data === undefined) return null;
  const { status, title, disputed } = data;
  const open = disputed ? "the reviewers disagree; another reviewer decides" : "another review is needed";
  const state = status === "submitted" ? open : STATUS_LABELS[status];
  return (
    <Alert title={`Decision recorded: ${state}`} role="status" mb="md">
      <Link href={routes.submission(submissionId)}>{visible(title)}</Link>
    </Alert>
  );
}
