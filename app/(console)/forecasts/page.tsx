import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ForecastFilters } from "#components/forecasts/forecast-filters.tsx";
import { ForecastList } from "#components/forecasts/forecast-list.tsx";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import { downloads } from "#lib/console/downloads.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { forecastFilter, forecastsInput, toExportFilter } from "#lib/console/forecast-filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Forecasts" };

export default async function ForecastsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const query = forecastFilter.parse(params);
  const input = forecastsInput(query);
  const { queryClient, trpc } = await enterConsole(forecastFilter.href(query));
  const invalid = forecastFilter.findInvalid(params);
  if (invalid.length > 0)
    return <InvalidFilter title="Forecasts" invalid={invalid} href={forecastFilter.href(query)} />;
  await queryClient.fetchQuery(trpc.forecasts.list.queryOptions(input));
  const filter = toExportFilter(query);
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
