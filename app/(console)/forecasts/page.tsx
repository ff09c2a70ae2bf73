import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ForecastList } from "#components/forecasts/forecast-list.tsx";
import { forecastsInput, readForecastsQuery, type SearchParams } from "#lib/page-query.ts";
import { routes } from "#lib/routes.ts";
import { enterConsole } from "#server/trpc/console.ts";

export const metadata: Metadata = { title: "Forecasts" };

export default async function ForecastsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const query = readForecastsQuery(await searchParams);
  const { queryClient, trpc } = await enterConsole(routes.forecasts(query));
  await queryClient.fetchQuery(trpc.forecasts.list.queryOptions(forecastsInput(query)));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ForecastList query={query} />
    </HydrationBoundary>
  );
}
