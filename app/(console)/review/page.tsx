import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { QueueScreen } from "#components/review/queue-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import { routes } from "#lib/routes.ts";
import { enterConsole } from "#server/trpc/console.ts";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewPage() {
  const { member, queryClient, trpc } = await enterConsole(routes.review);
  if (member.role === "researcher") {
    return <RoleNeeded needs="reviewer" what="What reviewers said of your submissions is beside each of them." />;
  }
  await queryClient.fetchQuery(trpc.reviews.queue.queryOptions());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <QueueScreen memberId={member.id} />
    </HydrationBoundary>
  );
}
