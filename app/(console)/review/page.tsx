import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { QueueScreen } from "#components/review/queue-screen.tsx";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { isPermitted } from "#lib/console/members.ts";
import { claimInput, queueInput, reviewFilter } from "#lib/console/review-filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const query = reviewFilter.parse(params);
  const { member, queryClient, trpc } = await enterConsole(reviewFilter.href(query));
  const invalid = reviewFilter.findInvalid(params);
  if (invalid.length > 0) return <InvalidFilter title="Review" invalid={invalid} href={reviewFilter.href(query)} />;
  if (!isPermitted(member.role, "review")) {
    return <RoleNeeded needs="reviewer" what="Each of your submissions shows what reviewers said." />;
  }
  const input = queueInput(query);
  await queryClient.fetchQuery(trpc.reviews.queue.queryOptions(input));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <QueueScreen
        query={query}
        input={input}
        claim={claimInput(query)}
        memberId={member.id}
        decides={isPermitted(member.role, "decide")}
      />
    </HydrationBoundary>
  );
}
