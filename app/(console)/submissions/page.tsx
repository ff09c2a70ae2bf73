import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SubmissionList } from "#components/submissions/submission-list.tsx";
import type { SearchParams } from "#lib/console/page-query.ts";
import { routes } from "#lib/console/routes.ts";
import { readSubmissionsQuery, submissionsInput } from "#lib/console/submissions-query.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Submissions" };

export default async function SubmissionsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const query = readSubmissionsQuery(await searchParams);
  const { member, queryClient, trpc } = await enterConsole(routes.submissions(query));
  await queryClient.fetchQuery(trpc.submissions.list.queryOptions(submissionsInput(query, member.id)));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SubmissionList query={query} memberId={member.id} />
    </HydrationBoundary>
  );
}
