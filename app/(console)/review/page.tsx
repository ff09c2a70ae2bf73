import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { QueueScreen } from "#components/review/queue-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import type { SearchParams } from "#lib/console/page-query.ts";
import { queueInput, readReviewQuery } from "#lib/console/review-query.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const query = readReviewQuery(await searchParams);
  const { member, queryClient, trpc } = await enterConsole(routes.review(query));
  if (member.role === "researcher") {
    return <RoleNeeded needs="reviewer" what="Each of your submissions shows what reviewers said." />;
  }
  await queryClient.fetchQuery(trpc.reviews.queue.queryOptions(queueInput(query)));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <QueueScreen query={query} memberId={member.id} role={member.role} />
    </HydrationBoundary>
  );
}
