import { ReviewScreen } from "#components/review/review-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { neighboursInput, reviewList } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";
import { pageTitle } from "#server/process/next/page-title.ts";

interface ReviewOfProps {
  readonly params: Promise<{ submissionId: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export const generateMetadata = pageTitle("Review", "submissionId", async ({ read, trpc }, submissionId) => {
  const { title } = await read(trpc.submissions.get.queryOptions({ submissionId }));
  return title;
});

export default async function ReviewOfPage({ params, searchParams }: ReviewOfProps) {
  const { submissionId } = await params;
  const query = reviewList.parse(await searchParams);
  const { member, refused, find, show, trpc } = await enterConsole(routes.reviewOf(submissionId, query));
  if (refused !== undefined) return refused;
  const near = neighboursInput(query, submissionId);
  return show(
    <ReviewScreen key={submissionId} submissionId={submissionId} query={query} near={near} memberId={member.id} />,
    find(trpc.submissions.get.queryOptions({ submissionId })),
    find(trpc.reviews.context.queryOptions({ submissionId })),
    find(trpc.reviews.reviewers.queryOptions()),
    find(trpc.reviews.neighbours.queryOptions(near)),
  );
}
