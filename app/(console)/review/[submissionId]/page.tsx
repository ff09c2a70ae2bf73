import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReviewScreen } from "#components/review/review-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { isPermitted } from "#lib/console/members.ts";
import { neighboursInput, reviewFilter } from "#lib/console/review-filter.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";
import { pageTitle } from "#server/api/trpc/page-title.ts";

export async function generateMetadata({
  params,
}: {
  readonly params: Promise<{ submissionId: string }>;
}): Promise<Metadata> {
  const { submissionId } = await params;
  const { queryClient, trpc } = await enterConsole(routes.reviewOf(submissionId));
  // The page itself says what is wrong.
  const shown = await queryClient
    .fetchQuery(trpc.submissions.get.queryOptions({ submissionId }))
    .catch(() => undefined);
  return { title: pageTitle("Review", shown?.title) };
}

interface ReviewOfProps {
  readonly params: Promise<{ submissionId: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function ReviewOfPage({ params, searchParams }: ReviewOfProps) {
  const { submissionId } = await params;
  const query = reviewFilter.parse(await searchParams);
  const { member, queryClient, trpc } = await enterConsole(routes.reviewOf(submissionId, query));
  if (!isPermitted(member.role, "review")) {
    return <RoleNeeded needs="reviewer" what="Each of your submissions shows what reviewers said." />;
  }
  const near = neighboursInput(query, submissionId);
  try {
    await Promise.all([
      queryClient.fetchQuery(trpc.submissions.get.queryOptions({ submissionId })),
      queryClient.fetchQuery(trpc.reviews.context.queryOptions({ submissionId })),
      queryClient.fetchQuery(trpc.reviews.reviewers.queryOptions()),
      queryClient.fetchQuery(trpc.reviews.neighbours.queryOptions(near)),
    ]);
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ReviewScreen key={submissionId} submissionId={submissionId} query={query} near={near} memberId={member.id} />
    </HydrationBoundary>
  );
}
