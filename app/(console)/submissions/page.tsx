import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SubmissionList } from "#components/submissions/submission-list.tsx";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { submissionFilter, submissionsInput } from "#lib/console/submission-filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Submissions" };

export default async function SubmissionsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const query = submissionFilter.parse(params);
  const { member, queryClient, trpc } = await enterConsole(submissionFilter.href(query));
  const invalid = submissionFilter.findInvalid(params);
  if (invalid.length > 0)
    return <InvalidFilter title="Submissions" invalid={invalid} href={submissionFilter.href(query)} />;
  const input = submissionsInput(query, member.id);
  await queryClient.fetchQuery(trpc.submissions.list.queryOptions(input));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SubmissionList query={query} input={input} />
    </HydrationBoundary>
  );
}
