import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ForecastFilters } from "#components/forecasts/forecast-filters.tsx";
import { ForecastList } from "#components/forecasts/forecast-list.tsx";
import { downloads } from "#lib/console/downloads.ts";
import {
  forecastFilter,
  forecastsInput,
  readForecastsQuery,
  readRecordsQuery,
  type SearchParams,
} from "#lib/console/page-query.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Forecasts" };

export default async function ForecastsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const { code, task, release, from, before } = readRecordsQuery(params);
  if (code !== undefined) redirect(routes.auditLog({ code, task, release, from, before }));
  const query = readForecastsQuery(params);
  const input = forecastsInput(query);
  const { queryClient, trpc } = await enterConsole(routes.forecasts(query));
  await queryClient.fetchQuery(trpc.forecasts.list.queryOptions(input));
  const filter = forecastFilter(query);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ForecastList
        query={query}
        input={input}
        filters={<ForecastFilters query={query} />}
        files={{ csv: downloads.forecasts("csv", filter), jsonl: downloads.forecasts("jsonl", filter) }}
      />
    </HydrationBoundary>
  );
}
