import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OverTimeScreen } from "#components/forecasts/over-time-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { forecastFilter } from "#lib/console/forecast-filter.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";

export const metadata: Metadata = { title: "Forecasts over time" };

export default async function OverTimePage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { task: taskId, release } = forecastFilter.parse(await searchParams);
  const { queryClient, trpc } = await enterConsole(routes.overTime({ task: taskId, release }));
  if (taskId === undefined) notFound();
  await queryClient.fetchQuery(trpc.forecasts.overTime.queryOptions({ taskId, release })).catch((error) => {
    if (isAbsent(error)) notFound();
    throw error;
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OverTimeScreen taskId={taskId} release={release} />
    </HydrationBoundary>
  );
}
