import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OverviewScreen } from "#components/overview/overview-screen.tsx";
import { OVERVIEW_FORECASTS, OVERVIEW_HOURS, OVERVIEW_OUTCOMES, OVERVIEW_QUEUE } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { queryClient, trpc } = await enterConsole(routes.overview);
  await Promise.all([
    queryClient.fetchQuery(trpc.system.status.queryOptions({ hours: OVERVIEW_HOURS })),
    queryClient.fetchQuery(trpc.forecasts.list.queryOptions({ limit: OVERVIEW_FORECASTS })),
    queryClient.fetchQuery(trpc.submissions.ownWork.queryOptions()),
    queryClient.fetchQuery(trpc.outcomes.list.queryOptions(OVERVIEW_OUTCOMES)),
    queryClient.fetchQuery(trpc.evaluations.waiting.queryOptions()),
    queryClient.fetchQuery(trpc.notices.list.queryOptions()),
    queryClient.fetchQuery(trpc.reviews.queue.queryOptions(OVERVIEW_QUEUE)),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OverviewScreen />
    </HydrationBoundary>
  );
}
