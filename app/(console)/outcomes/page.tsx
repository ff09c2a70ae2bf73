import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OutcomeFilters } from "#components/outcomes/outcome-filters.tsx";
import { OutcomeList } from "#components/outcomes/outcome-list.tsx";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import { downloads } from "#lib/console/downloads.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { outcomeFilter, outcomesInput } from "#lib/console/outcome-filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Outcomes" };

export default async function OutcomesPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const query = outcomeFilter.parse(params);
  const input = outcomesInput(query);
  const { queryClient, trpc } = await enterConsole(outcomeFilter.href(query));
  const invalid = outcomeFilter.findInvalid(params);
  if (invalid.length > 0) return <InvalidFilter title="Outcomes" invalid={invalid} href={outcomeFilter.href(query)} />;
  await queryClient.fetchQuery(trpc.outcomes.list.queryOptions(input));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OutcomeList
        query={query}
        input={input}
        filters={<OutcomeFilters query={query} />}
        files={{ csv: downloads.outcomes("csv"), jsonl: downloads.outcomes("jsonl") }}
      />
    </HydrationBoundary>
  );
}
